/**
 * A Perl program that gives up rights and then becomes the command it was given, because Node cannot call the kernel directly and
 * `perl-base` is part of every Debian. Arguments: the number of the system call `seccomp`; the BPF program in hex, or nothing; the
 * readable paths with line breaks between them, or nothing; the command. It needs `no_new_privs`, which `setpriv` sets.
 *
 * With paths it enters a Landlock domain (landlock(7), the same numbers on all architectures): nothing else can be opened, nothing can be
 * written, and no TCP connection be made. Paths that do not exist are left out.
 */
export const CONFINE = `
use strict;
my ($seccomp, $filter, $paths, @command) = @ARGV;
sub must { my ($call, $result) = @_; die "$call: $!\\n" if $result < 0; return $result }
if ($paths ne '') {
  my $version = must('landlock_create_ruleset', syscall(444, 0, 0, 1));
  my $files = 0x1fff | ($version > 1 ? 0x2000 : 0) | ($version > 2 ? 0x4000 : 0) | ($version > 4 ? 0x8000 : 0);
  my $attributes = $version > 3 ? pack('QQ', $files, 3) : pack('Q', $files);
  my $rules = must('landlock_create_ruleset', syscall(444, $attributes, length($attributes), 0));
  for my $path (split /\\n/, $paths) {
    sysopen(my $file, $path, 0x200000) or next;
    my $rule = pack('Ql', -d $path ? 0xd : 0x5, fileno($file));
    must('landlock_add_rule', syscall(445, $rules, 1, $rule, 0));
  }
  must('landlock_restrict_self', syscall(446, $rules, 0));
}
if ($filter ne '') {
  my $bytes = pack('H*', $filter);
  my $program = pack('Sx6P', length($bytes) / 8, $bytes);
  must('seccomp', syscall($seccomp + 0, 1, 0, $program));
}
exec { $command[0] } @command or die "$command[0]: $!\\n";
`;
