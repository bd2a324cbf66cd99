import { dataTransferEndpoints } from '@headhaul/contracts/data-transfer';
import type { SentExactly } from '@headhaul/contracts/http/endpoint';
import { useState } from 'react';
import { saveFile } from '../../shared/api/save-file.ts';
import { notify } from '../../shared/notify.ts';
import { AskDialog } from '../../shared/ui/ask-dialog.tsx';
import classes from './export-dialog.module.css';

type ExportQuery = NonNullable<SentExactly<typeof dataTransferEndpoints.exportLoads>['query']>;
type Format = NonNullable<ExportQuery['format']>;

interface ExportDialogProps {
  /** The query of the list. Its page size does not matter here. */
  query: Omit<ExportQuery, 'format'> & { limit?: number };
  isOpen: boolean;
  onClose: () => void;
}

const formats: readonly { format: Format; title: string; text: string }[] = [
  { format: 'csv', title: 'CSV', text: 'Opens everywhere, and can be imported here again.' },
  { format: 'xlsx', title: 'Excel', text: 'Dates and money as such, ready to filter and add up.' },
];

/** Exports all loads of the current view, in its order. */
export default function ExportDialog({ query: { limit: _, ...query }, isOpen, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState<Format>('csv');
  const [isBusy, setIsBusy] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  if (!isOpen) return null;

  const save = async () => {
    setIsBusy(true);
    setHasFailed(false);
    try {
      const name = `Loads ${new Date().toISOString().slice(0, 10)}.${format}`;
      await saveFile(dataTransferEndpoints.exportLoads, { query: { ...query, format } }, name);
      notify('success', 'The loads are in your downloads');
      onClose();
    } catch {
      setHasFailed(true);
    }
    setIsBusy(false);
  };

  return (
    <AskDialog title="Export this view" action="Export" isBusy={isBusy} onClose={onClose} onSubmit={() => void save()}>
      <p>Every load of the view as it is filtered and sorted now, with its stops, money and miles.</p>
      <fieldset className={classes.formats}>
        <legend>Format</legend>
        {formats.map(({ format: one, title, text }) => (
          <label key={one} className={classes.format}>
            <input type="radio" name="format" value={one} checked={format === one} onChange={() => setFormat(one)} />
            <span>
              <b>{title}</b>
              <small>{text}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {isBusy ? <p role="status">Writing the file. A large view takes a minute.</p> : null}
      {hasFailed ? (
        <p className={classes.failed} role="alert">
          Couldn’t download the file. Please try again.
        </p>
      ) : null}
    </AskDialog>
  );
}
