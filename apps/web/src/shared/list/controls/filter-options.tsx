import { Checkbox, Radio } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/Radio.css';
import { memo, useCallback, useLayoutEffect, useRef } from 'react';
import classes from './filter-options.module.css';

interface FilterOptionsProps {
  /** What the options are: "Equipment". */
  label: string;
  options: readonly { value: string; label: string }[];
  selected: readonly string[];
  onChange: (values: string[]) => void;
  isSingle?: boolean;
}

/** A list of choices for the editor of a filter chip. A change applies at once. */
export function FilterOptions({ label, options, selected, onChange, isSingle = false }: FilterOptionsProps) {
  const latest = useRef({ selected, onChange });
  useLayoutEffect(() => {
    latest.current = { selected, onChange };
  });
  const toggle = useCallback((value: string) => {
    const { selected, onChange } = latest.current;
    onChange(selected.includes(value) ? selected.filter((one) => one !== value) : [...selected, value]);
  }, []);
  if (isSingle) {
    return (
      <Radio.Group aria-label={label} value={selected[0] ?? null} onChange={(value) => onChange([value])}>
        <div className={classes.options}>
          {options.map(({ value, label: words }) => (
            <Radio key={value} value={value} label={words} className={classes.option} size="xs" />
          ))}
        </div>
      </Radio.Group>
    );
  }
  return (
    <fieldset className={classes.options} aria-label={label}>
      {options.map(({ value, label: words }) => (
        <Choice key={value} value={value} label={words} isChosen={selected.includes(value)} onToggle={toggle} />
      ))}
    </fieldset>
  );
}

interface ChoiceProps {
  value: string;
  label: string;
  isChosen: boolean;
  onToggle: (value: string) => void;
}

/** Memoized, so that only a choice that changed is drawn again. The person is waiting for the list behind it. */
const Choice = memo(function Choice({ value, label, isChosen, onToggle }: ChoiceProps) {
  return <Checkbox value={value} label={label} className={classes.option} checked={isChosen} onChange={() => onToggle(value)} />;
});
