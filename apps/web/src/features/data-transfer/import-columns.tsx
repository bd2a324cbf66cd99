import { type ColumnMapping, type DataImport, type ImportColumn, importColumns } from '@headhaul/contracts/data-transfer';
import { Button } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { suppressToast } from '../../shared/api/api-failure.ts';
import { dataTransferApi } from './data-transfer.api.ts';
import classes from './import-columns.module.css';
import { countOf } from './import-labels.ts';
import { alsoReadAs, columnGroups, formatLeft, mapColumn, missingColumns, samplesOf, titleAt, unreadTitles } from './import-mapping.ts';

interface ImportColumnsProps {
  data: DataImport;
  mapping: ColumnMapping;
  onChange: (mapping: ColumnMapping) => void;
  onNext: () => void;
}

/** The content of each column of the file: guessed by the server, checked by the user. */
export function ImportColumns({ data, mapping, onChange, onNext }: ImportColumnsProps) {
  const form = useRef<HTMLFormElement>(null);
  const [hasTried, setHasTried] = useState(false);
  // The rows are the same for every mapping, so one request with the guessed mapping is enough.
  const preview = dataTransferApi.usePreviewImportQuery({ ...suppressToast, params: { id: data.id }, body: { mapping: data.mapping } });
  const rows = preview.data?.rows ?? [];
  const missing = missingColumns(mapping);
  const unread = unreadTitles(data.header, mapping);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (missing.length === 0) return onNext();
    setHasTried(true);
    form.current?.querySelector<HTMLElement>(`[name="${missing[0]}"]`)?.focus();
  };

  return (
    <form ref={form} className={classes.content} noValidate onSubmit={submit}>
      <div className={classes.card}>
        {columnGroups.map(({ title, columns }) => (
          <fieldset key={title}>
            <legend>{title}</legend>
            {columns.map((column) => (
              <ColumnLine
                key={column}
                column={column}
                header={data.header}
                mapping={mapping}
                samples={samplesOf(rows, mapping[column])}
                hasTried={hasTried}
                onChange={(at) => onChange(mapColumn(mapping, column, at))}
              />
            ))}
          </fieldset>
        ))}
      </div>
      <aside className={classes.summary}>
        <h2>{countOf(Object.keys(mapping).length, 'column')} read</h2>
        <p data-tone={missing.length > 0 ? 'need' : 'good'} role="status">
          {missing.length > 0 ? formatLeft(missing) : 'Everything a load needs is there.'}
        </p>
        {unread.length === 0 ? null : (
          <p>
            Left alone: <span className={classes.unread}>{unread.join(', ')}</span>
          </p>
        )}
        {mapping.status === undefined ? (
          <p>Without a status, loads to be delivered before today come in as Delivered, all others as Booked.</p>
        ) : null}
        <Button type="submit" size="md" fullWidth>
          Check the first rows
        </Button>
      </aside>
    </form>
  );
}

interface ColumnLineProps {
  column: ImportColumn;
  header: readonly string[];
  mapping: ColumnMapping;
  samples: readonly string[];
  hasTried: boolean;
  onChange: (at: number | null) => void;
}

function ColumnLine({ column, header, mapping, samples, hasTried, onChange }: ColumnLineProps) {
  const { words, required } = importColumns[column];
  const at = mapping[column];
  const id = `column-${column}`;
  const isMissing = required && at === undefined;
  const also = alsoReadAs(mapping, column);
  return (
    <div className={classes.line}>
      <label htmlFor={id}>
        {words}
        {required ? <span className={classes.needed}>needed</span> : null}
      </label>
      <select
        id={id}
        name={column}
        value={at ?? ''}
        data-empty={at === undefined || undefined}
        aria-invalid={isMissing && hasTried}
        aria-describedby={`${id}-note`}
        onChange={({ currentTarget: { value } }) => onChange(value === '' ? null : Number(value))}
      >
        <option value="">{required ? 'Choose a column' : 'Not in the file'}</option>
        {header.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: The index identifies the column of the file.
          <option key={index} value={index}>
            {titleAt(header, index)}
          </option>
        ))}
      </select>
      <span id={`${id}-note`} className={classes.samples} data-tone={isMissing ? 'need' : also.length > 0 ? 'need' : undefined}>
        {isMissing
          ? 'Every load needs this'
          : also.length > 0
            ? `Also read as ${also.map((other) => importColumns[other].words).join(' and ')}`
            : samples.join(' · ')}
      </span>
    </div>
  );
}
