import { ArrowLeft, type LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { Spinner } from './indicators.js';

interface Look {
  readonly variant?: 'primary' | 'secondary' | 'ghost' | 'danger';
  readonly size?: 'sm' | 'md' | 'lg';
  readonly isBlock?: boolean;
  /** A square button; give it an `aria-label`. */
  readonly isIcon?: boolean;
}

const look = ({ variant = 'secondary', size = 'md', isBlock, isIcon }: Look, extra = ''): string =>
  ['button', `button-${variant}`, `button-${size}`, isBlock && 'button-block', isIcon && 'button-icon', extra]
    .filter(Boolean)
    .join(' ');

type ButtonProps = Look & ButtonHTMLAttributes<HTMLButtonElement> & { readonly isBusy?: boolean; readonly children: ReactNode };

export function Button({
  variant,
  size,
  isBlock,
  isIcon,
  isBusy,
  children,
  className,
  disabled,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={look({ variant, size, isBlock, isIcon }, className)}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
    >
      {isBusy && <Spinner />}
      {children}
    </button>
  );
}

type IconButtonProps = Omit<ButtonProps, 'children'> & { readonly icon: LucideIcon; readonly label: string };

/** A small square button whose label is for screen readers only. */
export const IconButton = ({ icon: Icon, label, ...rest }: IconButtonProps) => (
  <Button variant="ghost" size="sm" isIcon aria-label={label} {...rest}>
    {rest['aria-disabled'] === true ? <Spinner /> : <Icon size={16} aria-hidden="true" />}
  </Button>
);

/** A link inside the app that looks like a button. */
export function ButtonLink({ variant, size, isBlock, isIcon, className, ...rest }: Look & LinkProps) {
  return <Link {...rest} className={look({ variant, size, isBlock, isIcon }, className)} />;
}

export const BackLink = ({ to, children }: { readonly to: string; readonly children: string }) => (
  <Link to={to} className="back-link">
    <ArrowLeft size={16} aria-hidden="true" />
    {children}
  </Link>
);
