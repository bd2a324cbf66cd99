import type { EmptyNear, EmptyRow } from '@headhaul/contracts/fit';
import { readEmptyNear } from '@headhaul/domain/fit/read-empty-near';
import { useDebouncedValue } from '@mantine/hooks';
import { skipToken } from '@reduxjs/toolkit/query';
import { IconMapPin } from '@tabler/icons-react';
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useState } from 'react';
import { useNavigate } from 'react-router';
import { describeFailure } from '../../../shared/api/api-failure.ts';
import { Keycap } from '../../../shared/keyboard/keycap.tsx';
import { Avatar } from '../../../shared/list/rows/avatar.tsx';
import { useNow } from '../../../shared/time/use-now.ts';
import { companyApi } from '../../company/company.api.ts';
import { fitApi } from '../../fit/fit.api.ts';
import { FitMark } from '../../fit/fit-mark.public.tsx';
import { formatPlace, truckLine } from '../labels.ts';
import { DriveLeft } from './drive-left.tsx';
import { chipsOf, formatDistance, formatEmptyTime, formatNearest, formatNobodyNear } from './labels.ts';
import classes from './palette.module.css';
import { type NearSearch, nearQuery, toNearSearch, writeNearSearch } from './query.ts';

/** A request for every letter would be too many. */
const typingPauseMs = 300;
const shownRows = 6;
const driversPath = '/dispatcher/my-drivers';

/** The field keeps the focus and gives its keys to the rows. True when a key was used. */
export interface PaletteKeys {
  press: (event: KeyboardEvent) => boolean;
}

interface EmptyNearFindsProps {
  text: string;
  /** Replaces the text, for a place that was meant. */
  onText: (text: string) => void;
  onClose: () => void;
  /** Told the id of the chosen option, for the field. */
  onChosen: (optionId: string | undefined) => void;
  ref: Ref<PaletteKeys>;
}

/** "empty near dallas 100 van by tue 8a": what was read, and the drivers. */
export default function EmptyNearFinds({ text, onText, onClose, onChosen, ref }: EmptyNearFindsProps) {
  const navigate = useNavigate();
  const nowMs = useNow();
  const { data: company } = companyApi.useGetMyCompanyQuery();
  const timeZone = company?.timeZone ?? 'America/Chicago';
  // "Now" is when the palette came up, so that the same words ask the same question.
  const [beganMs] = useState(nowMs);
  const words = readEmptyNear(text, beganMs, timeZone);
  const search: NearSearch = words === null ? { place: null, radiusMiles: 100, equipment: null, by: null } : toNearSearch(words);
  const typed = JSON.stringify(search);
  const [paused] = useDebouncedValue(typed, typingPauseMs);
  const found = fitApi.useFindEmptyNearQuery((paused === typed ? nearQuery(search) : null) ?? skipToken);
  const answer = paused === typed ? found.currentData : undefined;
  const rows = answer === undefined ? [] : [...answer.matches, ...answer.notKnown].slice(0, shownRows);
  const ignored = [...(answer?.ignored ?? []), ...(words?.ignored ?? [])];

  // A choice is about the text for which it was made. `f` finds a load once the arrows are used; before, it is a letter of what is typed.
  const [choice, setChoice] = useState({ text: '', index: 0, isWalked: false });
  const isChosen = choice.text === text;
  const last = answer?.place == null ? -1 : rows.length;
  const active = Math.min(isChosen ? choice.index : 0, last);
  const point = (index: number) => setChoice({ text, index, isWalked: isChosen && choice.isWalked });
  const leave = (path: string) => {
    onClose();
    void navigate(path);
  };
  const showOnDrivers = () => leave(`${driversPath}?${writeNearSearch(search).toString()}`);
  const openRow = (row: EmptyRow | undefined) => (row === undefined ? showOnDrivers() : leave(`${driversPath}/${row.driverId}`));
  const walk = (index: number) => setChoice({ text, index, isWalked: true });
  const activeId = active < 0 ? undefined : optionId(active);
  useEffect(() => onChosen(activeId), [activeId, onChosen]);

  useImperativeHandle(ref, () => ({
    press: (event) => {
      const row = rows[active];
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
        if (search.place !== null) showOnDrivers();
      } else if (event.key === 'Enter') {
        if (last >= 0) openRow(row);
        else if (answer?.suggestion != null) onText(withPlace(text, search, answer.suggestion));
      } else if (event.key === 'ArrowDown') walk((active + 1) % (last + 1 || 1));
      else if (event.key === 'ArrowUp') walk((active - 1 + last + 1) % (last + 1 || 1));
      else if (event.key === 'f' && isChosen && choice.isWalked && row !== undefined && !event.ctrlKey && !event.metaKey) {
        leave(`${driversPath}?dispatcher=all&find=${row.driverId}`);
      } else return false;
      return true;
    },
  }));

  return (
    <div data-near="">
      <div className={classes.reading}>
        Reads as
        {chipsOf(search, answer, timeZone, nowMs).map(({ name, value }) => (
          <span key={name} className={classes.chip}>
            {name} <b>{value}</b>
          </span>
        ))}
        {ignored.length === 0 ? null : <span className={classes.ignored}>ignored: {ignored.join(' ')}</span>}
      </div>
      <p role="status" className={classes.status}>
        <Status {...{ search, answer, timeZone, nowMs }} error={found.error} isAsking={search.place !== null && answer === undefined} />
      </p>
      {answer?.suggestion == null ? null : (
        <button type="button" className={classes.meant} onClick={() => onText(withPlace(text, search, answer.suggestion ?? ''))}>
          Search near {answer.suggestion}
        </button>
      )}
      <div id="palette-list" role="listbox" aria-label="Drivers who are empty" aria-busy={found.isFetching}>
        {rows.map((row, index) => (
          <Row key={row.driverId} row={row} index={index} isChosen={index === active} nowMs={nowMs} onPoint={point} onOpen={openRow} />
        ))}
        {last < 0 ? null : (
          // biome-ignore lint/a11y/useKeyWithClickEvents: The field handles the keys.
          <div
            id={optionId(rows.length)}
            role="option"
            tabIndex={-1}
            aria-selected={active === rows.length}
            className={classes.more}
            onPointerMove={() => point(rows.length)}
            onClick={showOnDrivers}
          >
            <IconMapPin size={16} stroke={1.75} aria-hidden="true" />
            Show on the map in Drivers
            <span>
              <Keycap>Ctrl ↵</Keycap>
            </span>
          </div>
        )}
      </div>
      <p className={classes.foot}>
        <span>
          <Keycap>↑</Keycap> <Keycap>↓</Keycap> move <Keycap>↵</Keycap> open driver <Keycap>f</Keycap> find a load
        </span>
        <span>Also try: empty near 76106 by 6pm</span>
      </p>
    </div>
  );
}

function optionId(index: number): string {
  return `palette-near-${index}`;
}

/** The typed text with the place that was meant in place of the one that nobody knows. */
function withPlace(text: string, { place }: NearSearch, meant: string): string {
  return place === null ? text : text.replace(place, meant);
}

interface StatusProps {
  search: NearSearch;
  answer: EmptyNear | undefined;
  error: unknown;
  isAsking: boolean;
  timeZone: string;
  nowMs: number;
}

function Status({ search, answer, error, isAsking, timeZone, nowMs }: StatusProps) {
  if (search.place === null) return 'Type a city or a ZIP: empty near Dallas.';
  if (answer === undefined) return error === undefined || !isAsking ? 'Looking for empty trucks…' : describeFailure(error).message;
  if (answer.place === null) {
    return answer.suggestion === null
      ? `We don’t know “${search.place}”. Type a city with its state, or a ZIP.`
      : `We don’t know “${search.place}”. Did you mean ${answer.suggestion}?`;
  }
  const { matches, notKnown } = answer.counts;
  const unknown = notKnown === 0 ? '' : `and ${notKnown} not known`;
  if (matches > 0) {
    return (
      <>
        <b>{matches === 1 ? '1 driver' : `${matches} drivers`}</b> {unknown}
      </>
    );
  }
  const nearest = answer.nearest === null ? '' : ` ${formatNearest(answer.nearest, nowMs)}`;
  return `${formatNobodyNear(search, answer, timeZone, nowMs)}${nearest}${unknown === '' ? '' : ` ${notKnown} not known.`}`;
}

interface RowProps {
  row: EmptyRow;
  index: number;
  isChosen: boolean;
  nowMs: number;
  onPoint: (index: number) => void;
  onOpen: (row: EmptyRow) => void;
}

function Row({ row, index, isChosen, nowMs, onPoint, onOpen }: RowProps) {
  const [distance, empty] = [formatDistance(row), formatEmptyTime(row, nowMs)];
  const place = formatPlace(row.empty.city, row.empty.state);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: The field keeps the focus and handles the keys.
    <div
      id={optionId(index)}
      ref={isChosen ? (option) => option?.scrollIntoView?.({ block: 'nearest' }) : undefined}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      className={classes.row}
      onPointerMove={() => onPoint(index)}
      onClick={() => onOpen(row)}
    >
      <FitMark verdict={row.verdict} />
      <Avatar name={row.name} size={28} />
      <span className={classes.cell}>
        <b>{row.name}</b>
        <span>{truckLine(row)}</span>
      </span>
      <span className={classes.cell}>
        <b data-tone={distance.tone}>{[distance.first, row.miles === null ? null : place].filter(Boolean).join(' · ')}</b>
        <span>{empty.second ?? (row.miles === null ? place : null)}</span>
      </span>
      <span className={classes.cell}>
        <b data-tone={empty.tone}>{empty.first}</b>
      </span>
      <DriveLeft minutes={row.empty.driveMinutesLeft} />
    </div>
  );
}
