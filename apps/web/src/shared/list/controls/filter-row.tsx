import { Menu, Popover } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import classes from './filter-row.module.css';

/** Find, chips and "Filter" at the left; grouping and columns at the right. */
export function FilterRow({ children, right }: { children: ReactNode; right?: ReactNode }) {
  return (
    <div className={classes.row}>
      <div className={classes.chips}>{children}</div>
      {right === undefined ? null : <div className={classes.right}>{right}</div>}
    </div>
  );
}

interface FilterChipProps {
  name: string;
  value: string;
  onRemove?: () => void;
  /** The editor that opens under the chip. */
  editor?: (close: () => void) => ReactNode;
  /** Opens the editor at once, for a new chip. */
  isOpenAtFirst?: boolean;
}

export function FilterChip({ name, value, onRemove, editor, isOpenAtFirst = false }: FilterChipProps) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const words = (
    <>
      {name} <b>{value}</b>
    </>
  );
  return (
    <span className={classes.chip}>
      {editor ? (
        <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" offset={6} trapFocus returnFocus>
          <Popover.Target>
            <button
              type="button"
              className={classes.words}
              data-alone={onRemove === undefined || undefined}
              onClick={() => setIsOpen(!isOpen)}
            >
              {words}
            </button>
          </Popover.Target>
          <Popover.Dropdown className={classes.editor}>{editor(() => setIsOpen(false))}</Popover.Dropdown>
        </Popover>
      ) : (
        <span className={classes.words} data-alone={onRemove === undefined || undefined}>
          {words}
        </span>
      )}
      {onRemove ? (
        <button type="button" className={classes.remove} aria-label={`Remove filter ${name}`} onClick={onRemove}>
          <IconX size={13} stroke={1.75} aria-hidden="true" />
        </button>
      ) : null}
    </span>
  );
}

interface AddFilterProps {
  /** The fields without a filter so far. */
  options: readonly { key: string; label: string }[];
  onAdd: (key: string) => void;
}

export function AddFilter({ options, onAdd }: AddFilterProps) {
  if (options.length === 0) return null;
  return (
    <Menu position="bottom-start" width={200}>
      <Menu.Target>
        <button type="button" className={classes.add}>
          <IconPlus size={14} stroke={1.75} aria-hidden="true" />
          Filter
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {options.map(({ key, label }) => (
          <Menu.Item key={key} onClick={() => onAdd(key)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

export function ClearFilters({ onClear }: { onClear: () => void }) {
  return (
    <button type="button" className={classes.clear} onClick={onClear}>
      Clear
    </button>
  );
}
