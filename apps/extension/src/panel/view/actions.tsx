import type { PostingFacts, SavedPosting } from '@headhaul/contracts/boards/postings';
import type { BoardLoad } from '@headhaul/domain/boards/board-load';
import { boardFreightOf } from '@headhaul/domain/boards/freight';
import { formatMoney } from '@headhaul/domain/format-money';
import { loadStatusLabels } from '@headhaul/domain/loads/status';
import { useId, useState } from 'react';
import { formatAgo } from '../../mail/format-ago.ts';
import type { Asked } from '../messages.ts';
import { formatPhone } from './load-facts.ts';
import { askWorker, useHost } from './panel-host.ts';
import { FailureLine } from './parts.tsx';

type Failure = Exclude<Asked<unknown>, { ok: true }>;

function Saved({ saved, postedCents }: { saved: SavedPosting; postedCents: number | null }) {
  const host = useHost();
  const { loadNumber, status, savedAt, savedByName, loadId } = saved;
  const moved = saved.postedCents !== null && postedCents !== null && saved.postedCents !== postedCents;
  return (
    <div className="saved" role="status">
      <p>
        ✓ Saved as {loadNumber} ({loadStatusLabels[status]}) {formatAgo(Date.parse(savedAt), Date.now())}
        {savedByName === null ? '' : ` by ${savedByName}`}
        {moved ? `. The rate was ${formatMoney(saved.postedCents ?? 0)} then` : ''}
      </p>
      <button type="button" className="button button-filled" onClick={() => host.openWeb(`/dispatcher/my-loads/${loadId}`)}>
        Open load
      </button>
    </div>
  );
}

interface SaveProps {
  load: BoardLoad;
  readAtMs: number;
  facts: PostingFacts | null;
  onSaved: () => void;
}

/** Keeps the load as a draft. A load needs both days, so the user enters those that the board doesn't show. */
function SaveButton({ load, readAtMs, facts, onSaved }: SaveProps) {
  const host = useHost();
  const id = useId();
  const [typed, setTyped] = useState({ pickup: '', delivery: '' });
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [made, setMade] = useState<SavedPosting | null>(null);
  const freight = boardFreightOf(load);
  const saved = made ?? facts?.saved ?? null;
  if (saved !== null) return <Saved saved={saved} postedCents={freight.rateCents} />;

  const pickupDay = load.pickup.earliest ?? typed.pickup;
  const deliveryDay = load.delivery.earliest ?? typed.delivery;
  const lacking = [
    ...(load.pickup.earliest === null ? [['pickup', 'Pickup day'] as const] : []),
    ...(load.delivery.earliest === null ? [['delivery', 'Delivery day'] as const] : []),
  ];
  const isWhole = pickupDay !== '' && deliveryDay !== '';

  async function save(): Promise<void> {
    if (!isWhole) {
      setIsAsking(true);
      return;
    }
    setIsBusy(true);
    const [phone] = load.contact.phones;
    const posting = {
      load: { ...freight, equipment: [...freight.equipment], emails: [...freight.emails] },
      phone: phone?.e164 ?? null,
      phoneExt: phone?.extension ?? null,
      comments: load.comments,
      seenAt: new Date(readAtMs).toISOString(),
      pickupDay,
      deliveryDay,
    };
    const answer = await askWorker(host, { type: 'panel:save', opId: crypto.randomUUID(), posting });
    setIsBusy(false);
    if (answer?.ok === true) {
      setFailure(null);
      setMade(answer.value.saved);
      onSaved();
    } else setFailure(answer ?? { ok: false, failure: 'UNREACHABLE' });
  }

  return (
    <form
      className="save"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void save();
      }}
    >
      {isAsking
        ? lacking.map(([name, label], index) => (
            <div className="field" key={name}>
              <label htmlFor={`${id}-${name}`}>{label}, not on the board</label>
              <input
                id={`${id}-${name}`}
                type="date"
                required
                // biome-ignore lint/a11y/noAutofocus: The user has just asked to save.
                autoFocus={index === 0}
                value={typed[name]}
                onChange={(event) => setTyped((before) => ({ ...before, [name]: event.target.value }))}
              />
            </div>
          ))
        : null}
      {failure === null ? null : <FailureLine failure={failure} failed="Couldn’t save this load" onRetry={() => void save()} />}
      <button type="submit" className="button button-filled" disabled={isBusy}>
        {isBusy ? 'Saving…' : 'Save as draft load'}
      </button>
    </form>
  );
}

export interface CallNumber {
  e164: string;
  extension: string | null;
  whose: string;
}

/** Only such a number becomes a link. */
const isNumber = ({ e164 }: CallNumber) => /^\+[1-9]\d{6,14}$/.test(e164);

export function listPosted(load: BoardLoad): CallNumber[] {
  return load.contact.phones.map(({ e164, extension }) => ({ e164, extension, whose: 'on the posting' })).filter(isNumber);
}

/** FMCSA's number first, because nobody who posts a load can write it; then the company's own, then those of the posting alone. */
function listNumbers(load: BoardLoad, facts: PostingFacts | null): CallNumber[] {
  const posted = listPosted(load);
  const own = facts?.broker?.phone ?? null;
  const register = facts?.record?.record.phone ?? null;
  const onFile = [...new Set([register, own])].flatMap((e164): CallNumber[] => {
    if (e164 === null) return [];
    const same = posted.find((number) => number.e164 === e164);
    const whose = [e164 === register ? 'FMCSA record' : null, e164 === own ? 'your broker list' : null, same ? 'the posting' : null];
    return [{ e164, extension: same?.extension ?? null, whose: whose.filter((one) => one !== null).join(', ') }];
  });
  const isAny = onFile.length > 0;
  const others = posted.filter(({ e164 }) => e164 !== register && e164 !== own);
  return [...onFile.filter(isNumber), ...others.map((number) => (isAny ? { ...number, whose: 'the posting only, not on file' } : number))];
}

/** Counted. `about` tells a screen reader which load, where several are listed. */
export function CallLink({ number: { e164, extension }, about }: { number: CallNumber; about?: string }) {
  const host = useHost();
  return (
    <a
      className="button button-line"
      href={`tel:${e164}`}
      onClick={() => void askWorker(host, { type: 'panel:call', opId: crypto.randomUUID() })}
    >
      Call {formatPhone(e164, extension)}
      {about === undefined ? null : <span className="sr-only">, {about}</span>}
    </a>
  );
}

function CallLinks({ numbers }: { numbers: readonly CallNumber[] }) {
  if (numbers.length === 0) return <p className="line quiet">No phone number shown</p>;
  return (
    <ul className="calls" aria-label="Call">
      {numbers.map((number) => (
        <li key={`${number.e164} ${number.whose}`}>
          <CallLink number={number} />
          <span className="quiet">{number.whose}</span>
        </li>
      ))}
    </ul>
  );
}

/** What the user can do with the load. The panel shows one load at a time, so nothing here is about another one. */
export function Actions({ load, readAtMs, facts, onSaved }: SaveProps) {
  return (
    <footer className="actions">
      <CallLinks numbers={listNumbers(load, facts)} />
      <SaveButton load={load} readAtMs={readAtMs} facts={facts} onSaved={onSaved} />
    </footer>
  );
}
