import { type FactorList, type FactorListPreview, maxFactorRows } from '@headhaul/contracts/factoring';
import { dayAt } from '@headhaul/domain/time/zoned-time';
import { Button } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { TextField } from '../../shared/form/field.tsx';
import { notify } from '../../shared/notify.ts';
import { formatDaysAgo } from '../../shared/time/format-time.ts';
import { useNow } from '../../shared/time/use-now.ts';
import { useOfficeZone } from '../../shared/time/use-office-zone.ts';
import { AskDialog } from '../../shared/ui/ask-dialog.tsx';
import { fileProblem, formatRefusal } from '../data-transfer/table-file.public.ts';
import { factoringApi } from './factoring.api.ts';
import classes from './factoring-card.module.css';
import { countOf, describeList, formatAsOf } from './labels.ts';

/** The factor's list in use, and the upload of a newer one, which is shown before it replaces the old one. */
export default function FactorLists({ list }: { list: FactorList | null }) {
  const now = useNow();
  const zone = useOfficeZone();
  const today = dayAt(now, zone);
  const input = useRef<HTMLInputElement>(null);
  const [listedOn, setListedOn] = useState(today);
  const [problem, setProblem] = useState<string | null>(null);
  const [preview, setPreview] = useState<FactorListPreview | null>(null);
  const [upload, { isLoading }] = factoringApi.useUploadFactorListMutation();

  const send = async (file: File) => {
    const refused = fileProblem(file);
    setProblem(refused);
    if (refused !== null) return;
    const { data, error } = await upload({ file, listedOn, isQuiet: true });
    if (data === undefined) setProblem(formatRefusal(error));
    else setPreview(data);
  };

  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(listedOn) && listedOn <= today;
  const dayError = isDay ? undefined : 'Enter the day of the list, today or earlier';
  return (
    <div className={classes.list}>
      <h3>Approval list</h3>
      {list === null ? (
        <p className={classes.note}>
          Upload the list of brokers that your factor sends you: CSV or Excel with MC, DOT or name, and status; limit, used and date if it
          has them. At most {maxFactorRows.toLocaleString('en-US')} rows.
        </p>
      ) : (
        <Current list={list} />
      )}
      <div className={classes.upload}>
        <TextField
          state={{ name: 'listedOn', value: listedOn, error: dayError, onChange: setListedOn, onBlur: () => undefined }}
          label="Day of the list"
          type="date"
          maxLength={10}
        />
        <Button variant="default" size="md" loading={isLoading} disabled={!isDay} onClick={() => input.current?.click()}>
          {list === null ? 'Choose file' : 'Choose a newer file'}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept=".csv,.xlsx"
          aria-label="Approval list"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            event.currentTarget.value = '';
            if (file) void send(file);
          }}
        />
      </div>
      {problem === null ? null : (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      {preview === null ? null : <Preview preview={preview} now={now} onClose={() => setPreview(null)} />}
    </div>
  );
}

function Current({ list }: { list: FactorList }) {
  const now = useNow();
  const zone = useOfficeZone();
  const [remove, { isLoading }] = factoringApi.useRemoveFactorListMutation();
  const [isAsked, setIsAsked] = useState(false);
  const who = list.createdByName === null ? '' : ` by ${list.createdByName}`;
  return (
    <div className={classes.current}>
      <div>
        <b>{`${list.fileName}, ${formatAsOf(list.listedOn, now)}`}</b>
        <span className={classes.note}>{`${describeList(list)}. Added ${formatDaysAgo(list.createdAt, now, zone)}${who}.`}</span>
      </div>
      <Button variant="default" size="sm" onClick={() => setIsAsked(true)}>
        Remove list
      </Button>
      {isAsked ? (
        <AskDialog
          title="Remove the approval list?"
          action="Remove list"
          tone="danger"
          isBusy={isLoading}
          onClose={() => setIsAsked(false)}
          onSubmit={() => void remove({ params: { id: list.id } }).then(() => setIsAsked(false))}
        >
          <p>What it says about {countOf(list.rows, 'broker')} is removed. Loads stay as they are.</p>
        </AskDialog>
      ) : null}
    </div>
  );
}

function Preview({ preview, now, onClose }: { preview: FactorListPreview; now: number; onClose: () => void }) {
  const [apply, applying] = factoringApi.useApplyFactorListMutation();
  const [remove] = factoringApi.useRemoveFactorListMutation();
  const { brokers, replaces } = preview;
  const isOlder = replaces !== null && replaces.listedOn > preview.listedOn;
  const cancel = () => {
    void remove({ params: { id: preview.id } });
    onClose();
  };
  const use = async () => {
    const { data } = await apply({ params: { id: preview.id } });
    if (data === undefined) return;
    notify('success', `Your factor’s list of ${formatAsOf(preview.listedOn, now)} is in use`);
    onClose();
  };
  return (
    <AskDialog title="Use this list?" action="Use this list" isBusy={applying.isLoading} onClose={cancel} onSubmit={() => void use()}>
      <div className={classes.preview}>
        <p>{`${preview.fileName}, ${formatAsOf(preview.listedOn, now)}. ${describeList(preview)}.`}</p>
        <dl className={classes.counts}>
          <Count name="Your brokers found by MC">{brokers.byMc}</Count>
          <Count name="Found by USDOT">{brokers.byDot}</Count>
          <Count name="Found by name">{brokers.byName}</Count>
          <Count name="Name fits more than one, not matched">{brokers.ambiguousCount}</Count>
          <Count name="Your brokers not on the list">{brokers.notListed}</Count>
          <Count name="Rows we can’t use">{preview.unreadable}</Count>
        </dl>
        {brokers.ambiguous.length === 0 ? null : (
          <p className={classes.need}>
            {`Not matched, because another company can be meant: ${brokers.ambiguous.join(', ')}. Add their MC numbers to match them.`}
          </p>
        )}
        {preview.problems.length === 0 ? null : (
          <div className={classes.need}>
            These rows are left out:
            <ul>
              {preview.problems.slice(0, 5).map(({ row, problem }) => (
                <li key={row}>{`Row ${row}: ${problem}`}</li>
              ))}
            </ul>
          </div>
        )}
        {replaces === null ? null : (
          <p className={isOlder ? classes.need : undefined}>
            {isOlder
              ? `This list is older than the one in use, of ${formatAsOf(replaces.listedOn, now)}. It would replace it.`
              : `It replaces the list of ${formatAsOf(replaces.listedOn, now)}.`}
          </p>
        )}
      </div>
    </AskDialog>
  );
}

function Count({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
