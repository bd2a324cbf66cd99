import { StaleDialog } from '../../../shared/ui/stale-dialog.tsx';
import { changedFields, type DriverFormValues, fieldNames } from './values.ts';

interface StaleDriverDialogProps {
  name: string;
  before: DriverFormValues;
  theirs: DriverFormValues;
  mine: DriverFormValues;
  /** To show names in place of ids. */
  people: readonly { id: string; name: string }[];
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}

/** Shown when a teammate saved the driver first. The user decides whose values stay. */
export function StaleDriverDialog({ name, before, theirs, mine, people, ...answers }: StaleDriverDialogProps) {
  const words = (value: string) => people.find(({ id }) => id === value)?.name ?? value;
  const rows = changedFields(before, theirs, mine).map(
    ({ field, isMine }) =>
      [fieldNames[field], words(before[field]), words(theirs[field]), isMine ? words(mine[field]) : 'The same as they'] as const,
  );
  return <StaleDialog what={name} columns={['Field', 'It was', 'They saved', 'You have']} rows={rows} {...answers} />;
}
