import { endianness } from 'node:os';

/** The numbers that the kernel's interface has on one processor architecture. */
interface Architecture {
  /** AUDIT_ARCH_* of linux/audit.h. */
  readonly id: number;
  readonly clone: number;
  readonly seccomp: number;
  readonly refused: readonly number[];
}

// The same on all architectures: pidfd_send_signal, io_uring (3), open_tree, move_mount, fsopen, fsconfig, fsmount, fspick, pidfd_open,
// pidfd_getfd, process_madvise, mount_setattr, quotactl_fd, process_mrelease.
const REFUSED_EVERYWHERE = [424, 425, 426, 427, 428, 429, 430, 431, 432, 433, 434, 438, 440, 442, 443, 448];

/**
 * System calls that a guest process never needs: sockets; System V and POSIX queues; signals to and tracing of other processes; mounts,
 * namespaces and other roots; keys, kernel modules, BPF, performance events, user faults and the clock.
 */
const ARCHITECTURES: Partial<Record<string, Architecture>> = {
  x64: {
    id: 0xc000003e,
    clone: 56,
    seccomp: 317,
    refused: [
      [41, 53], // socket, socketpair
      [29, 30, 31, 64, 65, 66, 220, 68, 69, 70, 71, 240], // shm* (3), sem* (4), msg* (4), mq_open
      [57, 58, 62, 200, 234, 129, 297, 101, 310, 311, 312], // fork, vfork, kill, tkill, tgkill, sigqueue (2), ptrace, vm_readv/writev, kcmp
      [165, 166, 155, 161, 272, 308, 135, 167, 168, 163, 179, 139, 134], // mount … setns, personality, swap, acct, quotactl, sysfs, uselib
      [248, 249, 250, 175, 176, 313, 246, 320, 321, 298, 323, 303, 304, 300, 212], // keys, modules, kexec, bpf, perf, userfaultfd, handles
      [164, 227, 159, 305, 169, 170, 171, 172, 173, 154, 103, 153, 156, 256, 279, 141], // clock, reboot, names, ports, syslog, pages
    ].flat(),
  },
  arm64: {
    id: 0xc00000b7,
    clone: 220,
    seccomp: 277,
    refused: [
      [198, 199],
      [194, 195, 196, 190, 191, 192, 193, 186, 187, 188, 189, 180],
      [129, 130, 131, 138, 240, 117, 270, 271, 272],
      [40, 39, 41, 51, 97, 268, 92, 224, 225, 89, 60],
      [217, 218, 219, 105, 106, 273, 104, 294, 280, 241, 282, 264, 265, 262, 18],
      [170, 112, 171, 266, 142, 161, 162, 116, 58, 238, 239, 140],
    ].flat(),
  },
};

// Of linux/bpf_common.h and linux/seccomp.h.
const LOAD = 0x20;
const RETURN = 0x06;
const JUMP_IF_EQUAL = 0x15;
const JUMP_IF_AT_LEAST = 0x35;
const JUMP_IF_ANY_BIT = 0x45;
const NUMBER_AT = 0;
const ARCHITECTURE_AT = 4;
const FIRST_ARGUMENT_AT = 16;
const ALLOW = 0x7fff0000;
const KILL_PROCESS = 0x80000000;
const failWith = (errno: number): number => 0x00050000 | errno;
const EPERM = 1;
const ENOSYS = 38;

const CLONE3 = 435;
const CLONE_THREAD = 0x10000;
/** System calls of the x32 ABI, which have other numbers. */
const FIRST_X32_NUMBER = 0x40000000;

export interface SeccompFilter {
  /** The number of the system call that loads it. */
  readonly systemCall: number;
  /** A classic BPF program: an array of `struct sock_filter`. */
  readonly program: Buffer;
}

/**
 * The filter of guest processes for a processor architecture (`process.arch`): the refused calls fail with EPERM, and only threads can be
 * created. Undefined for an architecture whose numbers are not listed here.
 */
export function guestFilter(architecture: string): SeccompFilter | undefined {
  const known = ARCHITECTURES[architecture];
  if (!known || endianness() !== 'LE') return undefined;
  const program = [
    instruction(LOAD, ARCHITECTURE_AT),
    instruction(JUMP_IF_EQUAL, known.id, 1, 0),
    instruction(RETURN, KILL_PROCESS),
    instruction(LOAD, NUMBER_AT),
    instruction(JUMP_IF_AT_LEAST, FIRST_X32_NUMBER, 0, 1),
    instruction(RETURN, failWith(ENOSYS)),
    // Its flags are in memory, where a filter cannot see them. The C library then calls clone.
    ...refuse(CLONE3, ENOSYS),
    ...[...known.refused, ...REFUSED_EVERYWHERE].flatMap((number) => refuse(number, EPERM)),
    instruction(JUMP_IF_EQUAL, known.clone, 0, 3),
    instruction(LOAD, FIRST_ARGUMENT_AT),
    instruction(JUMP_IF_ANY_BIT, CLONE_THREAD, 1, 0),
    instruction(RETURN, failWith(EPERM)),
    instruction(RETURN, ALLOW),
  ];
  return { systemCall: known.seccomp, program: Buffer.concat(program) };
}

const refuse = (number: number, errno: number): Buffer[] => [
  instruction(JUMP_IF_EQUAL, number, 0, 1),
  instruction(RETURN, failWith(errno)),
];

/** A `struct sock_filter`; the jumps are numbers of instructions to skip. */
function instruction(code: number, operand: number, skipIfTrue = 0, skipIfFalse = 0): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(code, 0);
  bytes.writeUInt8(skipIfTrue, 2);
  bytes.writeUInt8(skipIfFalse, 3);
  bytes.writeUInt32LE(operand, 4);
  return bytes;
}
