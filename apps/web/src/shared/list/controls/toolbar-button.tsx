import { type Icon, IconChevronDown } from '@tabler/icons-react';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import classes from './toolbar-button.module.css';

interface ToolbarButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon?: Icon;
  /** Shown in gray before the chosen value: "Group:". */
  name?: string;
  hasCaret?: boolean;
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

/** The 28 px buttons of filter rows; can be the target of a menu. */
export function ToolbarButton({ icon: ButtonIcon, name, hasCaret = false, children, className, ...rest }: ToolbarButtonProps) {
  return (
    <button type="button" {...rest} className={`${classes.button} ${className ?? ''}`}>
      {ButtonIcon ? <ButtonIcon size={15} stroke={1.75} aria-hidden="true" /> : null}
      {name === undefined ? (
        children
      ) : (
        <span>
          {name} <b>{children}</b>
        </span>
      )}
      {hasCaret ? <IconChevronDown size={14} stroke={1.75} aria-hidden="true" className={classes.caret} /> : null}
    </button>
  );
}
