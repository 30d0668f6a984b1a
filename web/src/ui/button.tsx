import { ArrowLeft, type LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { Spinner } from './indicators.js';

interface Look {
  readonly variant?: 'primary' | 'secondary' | 'ghost' | 'danger';
  readonly size?: 'sm' | 'md' | 'lg';
  readonly isBlock?: boolean;
  /** A square button; give it an `aria-label`. */
  readonly isIcon?: boolean;
  /** Before the text; a spinner while the button is busy. */
  readonly icon?: LucideIcon;
}

const ICON_SIZES = { sm: 16, md: 17, lg: 18 } as const;

const look = ({ variant = 'secondary', size = 'md', isBlock, isIcon }: Look, extra = ''): string =>
  ['button', `button-${variant}`, `button-${size}`, isBlock && 'button-block', isIcon && 'button-icon', extra]
    .filter(Boolean)
    .join(' ');

type ButtonProps = Look &
  ButtonHTMLAttributes<HTMLButtonElement> & {
    /** Does nothing and says so, but keeps the focus, which a disabled button would lose; `disabled` counts again afterwards. */
    readonly isBusy?: boolean;
    readonly children?: ReactNode;
  };

export function Button({
  variant,
  size,
  isBlock,
  isIcon,
  icon: Icon,
  isBusy,
  children,
  className,
  disabled,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={look({ variant, size, isBlock, isIcon }, className)}
      disabled={disabled && !isBusy}
      aria-disabled={isBusy || rest['aria-disabled']}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? ignore : onClick}
    >
      {isBusy ? <Spinner /> : Icon && <Icon size={ICON_SIZES[size ?? 'md']} aria-hidden="true" />}
      {children}
    </button>
  );
}

/** Also for Enter in a field, which clicks the button that submits. */
const ignore = (event: MouseEvent): void => {
  event.preventDefault();
  event.stopPropagation();
};

type IconButtonProps = Omit<ButtonProps, 'children'> & { readonly icon: LucideIcon; readonly label: string };

/** A square button whose label is for screen readers only. With `aria-disabled` it is busy, but keeps the focus. */
export const IconButton = ({ icon, label, ...rest }: IconButtonProps) => {
  const content = rest['aria-disabled'] === true ? { children: <Spinner /> } : { icon };
  return <Button variant="ghost" size="sm" isIcon aria-label={label} {...rest} {...content} />;
};

/** A link inside the app that looks like a button. */
export const ButtonLink = ({ variant, size, isBlock, isIcon, icon: Icon, className, children, ...rest }: Look & LinkProps) => (
  <Link {...rest} className={look({ variant, size, isBlock, isIcon }, className)}>
    {Icon && <Icon size={ICON_SIZES[size ?? 'md']} aria-hidden="true" />}
    {children}
  </Link>
);

export const BackLink = ({ to, children }: { readonly to: string; readonly children: string }) => (
  <Link to={to} className="back-link">
    <ArrowLeft size={16} aria-hidden="true" />
    {children}
  </Link>
);
