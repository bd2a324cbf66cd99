import { Button, Popover } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { PickList } from '../../../shared/list/controls/pick-list.tsx';
import { ToolbarButton } from '../../../shared/list/controls/toolbar-button.tsx';
import classes from './period-picker.module.css';
import { daysProblem, formatDays, type PeriodChoice, type Preset, presets } from './periods.ts';

const options = Object.entries(presets).map(([value, label]) => ({ value, label }));

interface PeriodPickerProps {
  period: PeriodChoice;
  onChange: (period: PeriodChoice) => void;
}

/** A list of named periods, and two date fields for any other period. */
export function PeriodPicker({ period, onChange }: PeriodPickerProps) {
  const [isOpen, setIsOpen] = useState(false);
  const choose = (next: PeriodChoice) => {
    setIsOpen(false);
    onChange(next);
  };
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" offset={6} trapFocus returnFocus>
      <Popover.Target>
        <ToolbarButton icon={IconCalendar} hasCaret className={classes.button} onClick={() => setIsOpen(!isOpen)}>
          <b>{typeof period === 'string' ? presets[period] : formatDays(period)}</b>
        </ToolbarButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} aria-label="Period">
        <PickList
          label="Period"
          isSingle
          options={options}
          selected={typeof period === 'string' ? [period] : []}
          onChange={([preset]) => choose(preset as Preset)}
        />
        <CustomDays period={period} onChoose={choose} />
      </Popover.Dropdown>
    </Popover>
  );
}

function CustomDays({ period, onChoose }: { period: PeriodChoice; onChoose: (days: PeriodChoice) => void }) {
  const [days, setDays] = useState(typeof period === 'string' ? { from: '', to: '' } : period);
  const [hasTried, setHasTried] = useState(false);
  const noteId = useId();
  const problem = days.from === '' || days.to === '' ? 'Give both days.' : daysProblem(days);
  return (
    <form
      className={classes.custom}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (problem === null) onChoose(days);
        else setHasTried(true);
      }}
    >
      {(['from', 'to'] as const).map((end) => (
        <label key={end}>
          {end === 'from' ? 'From' : 'To'}
          <input
            type="date"
            value={days[end]}
            aria-describedby={hasTried && problem !== null ? noteId : undefined}
            onChange={(event) => setDays({ ...days, [end]: event.currentTarget.value })}
          />
        </label>
      ))}
      {hasTried && problem !== null ? (
        <p id={noteId} role="alert">
          {problem}
        </p>
      ) : null}
      <Button type="submit" variant="default" size="sm">
        Show these days
      </Button>
    </form>
  );
}
