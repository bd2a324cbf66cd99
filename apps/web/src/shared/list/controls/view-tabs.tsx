import { IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import tab from '../../ui/tab.module.css';
import classes from './view-tabs.module.css';

export interface ViewTab {
  key: string;
  title: string;
  /** Null means not known at the moment and shows a dash. Without a count nothing is shown. */
  count?: number | null;
}

interface ViewTabsProps {
  /** What the views show: "Views of loads". */
  label: string;
  tabs: readonly ViewTab[];
  current: string;
  onChange: (key: string) => void;
  onSave?: () => void;
  /** More actions for the current view. */
  actions?: ReactNode;
}

/** The views of a list. Arrow keys move between them, Enter opens one. On phones they are pills that scroll. */
export function ViewTabs({ label, tabs, current, onChange, onSave, actions }: ViewTabsProps) {
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const selected = list.current?.querySelector(`[data-key="${CSS.escape(current)}"]`);
    selected?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);

  function walk(event: KeyboardEvent) {
    const all = Array.from(list.current?.querySelectorAll<HTMLElement>('[role="tab"]') ?? []);
    const index = all.indexOf(event.target as HTMLElement);
    const steps: Record<string, number> = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: all.length - 1 };
    const to = steps[event.key];
    if (to === undefined || index < 0) return;
    event.preventDefault();
    all[(to + all.length) % all.length]?.focus();
  }

  return (
    <div className={classes.row}>
      <div className={classes.scroll}>
        <div ref={list} className={classes.tabs} role="tablist" aria-label={label} onKeyDown={walk}>
          {tabs.map(({ key, title, count }) => (
            <button
              key={key}
              type="button"
              role="tab"
              className={tab.tab}
              data-key={key}
              aria-selected={key === current}
              tabIndex={key === current ? 0 : -1}
              onClick={() => onChange(key)}
            >
              {title}
              {count === undefined ? null : <span className={tab.count}>{count ?? '–'}</span>}
            </button>
          ))}
        </div>
        {onSave ? (
          <button type="button" className={`${tab.tab} ${classes.save}`} onClick={onSave}>
            <IconPlus size={14} stroke={1.75} aria-hidden="true" />
            Save view
          </button>
        ) : null}
        {actions}
      </div>
    </div>
  );
}
