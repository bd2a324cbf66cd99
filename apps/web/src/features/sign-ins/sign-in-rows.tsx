import type { SignIn } from '@headhaul/contracts/sign-ins';
import { Button, Tooltip } from '@mantine/core';
import { IconDeviceLaptop, IconDeviceMobile } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { ListSkeleton, type SkeletonColumn } from '../../shared/list/list-states/list-skeleton.tsx';
import { Avatar } from '../../shared/list/rows/avatar.tsx';
import { TwoLine } from '../../shared/list/rows/two-line.tsx';
import table from '../../shared/list/rows/work-table.module.css';
import { formatMoment } from '../../shared/time/format-time.ts';
import { deviceLine, deviceOf, formatLastActive, groupByMember, type MemberSignIns } from './sign-in-labels.ts';
import classes from './sign-in-rows.module.css';
import type { SignInActions } from './use-sign-in-actions.ts';

interface RowsProps {
  now: number;
  zone: string;
  actions: SignInActions;
}

const skeleton: readonly SkeletonColumn[] = [
  { kind: 'avatar' },
  { kind: 'two' },
  { kind: 'two' },
  { kind: 'text' },
  { kind: 'text', align: 'right' },
];

interface TableProps extends RowsProps {
  signIns: readonly SignIn[] | undefined;
  focusedId: string | null;
  onFocus: (id: string) => void;
}

export function SignInTable({ signIns, focusedId, onFocus, ...rest }: TableProps) {
  return (
    <table className={`${table.table} ${classes.table}`} aria-busy={signIns === undefined}>
      <thead>
        <tr>
          <th scope="col" className={table.lead}>
            Member
          </th>
          <th scope="col">Device</th>
          <th scope="col">Where</th>
          <th scope="col">Last active</th>
          <td className={table.end} />
        </tr>
      </thead>
      {signIns === undefined ? (
        <ListSkeleton columns={skeleton} rows={6} />
      ) : (
        groupByMember(signIns).map((member) => (
          <tbody key={member.userId}>
            {member.signIns.map((signIn, index) => (
              <Row
                key={signIn.id}
                {...rest}
                signIn={signIn}
                isFirst={index === 0}
                isFocused={signIn.id === focusedId}
                onFocus={() => onFocus(signIn.id)}
              />
            ))}
          </tbody>
        ))
      )}
    </table>
  );
}

function Row({
  signIn,
  isFirst,
  isFocused,
  onFocus,
  now,
  zone,
  actions,
}: RowsProps & { signIn: SignIn; isFirst: boolean; isFocused: boolean; onFocus: () => void }) {
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (isFocused) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isFocused]);
  const isNew = signIn.isNewDevice || signIn.isNewPlace;
  return (
    <tr ref={row} data-row data-need={isNew ? 'need' : undefined} data-focused={isFocused || undefined} onClick={onFocus}>
      <td className={table.lead}>
        <span className={isFirst ? classes.member : classes.hidden}>
          {isFirst ? <Avatar name={signIn.name} /> : null}
          <b>{signIn.name}</b>
        </span>
      </td>
      <td>
        <DeviceCell signIn={signIn} />
      </td>
      <td>
        <PlaceCell signIn={signIn} />
      </td>
      <td>
        <LastActive signIn={signIn} now={now} zone={zone} />
      </td>
      <td className={`${table.end} ${classes.action}`}>
        <EndButton signIn={signIn} actions={actions} />
      </td>
    </tr>
  );
}

function DeviceCell({ signIn }: { signIn: SignIn }) {
  const { name, isHandheld } = deviceOf(signIn);
  const DeviceIcon = isHandheld ? IconDeviceMobile : IconDeviceLaptop;
  return (
    <span className={classes.device}>
      <DeviceIcon size={16} stroke={1.75} aria-hidden="true" />
      <TwoLine first={name} isStrong second={deviceLine(signIn)} />
    </span>
  );
}

function PlaceCell({ signIn: { place, ip, isNewPlace } }: { signIn: SignIn }) {
  return isNewPlace && place !== null ? (
    <TwoLine first={<b className={classes.newPlace}>{place}, new place</b>} second={ip} />
  ) : (
    <TwoLine first={place ?? 'Place not known'} second={ip} />
  );
}

function LastActive({ signIn, now, zone }: { signIn: SignIn; now: number; zone: string }) {
  const words = formatLastActive(signIn, now, zone);
  return (
    <Tooltip label={formatMoment(signIn.isCurrent ? new Date(now).toISOString() : signIn.lastActiveAt, zone)}>
      <span className={classes.active} data-here={words === 'Now' || undefined}>
        {words}
      </span>
    </Tooltip>
  );
}

function EndButton({ signIn, actions }: { signIn: SignIn; actions: SignInActions }) {
  if (signIn.isCurrent) return <span className={classes.here}>This device</span>;
  const isNew = signIn.isNewDevice || signIn.isNewPlace;
  return (
    <Button
      variant="default"
      size="sm"
      className={classes.end}
      data-new={isNew || undefined}
      disabled={actions.blocked !== null}
      loading={actions.busyId === signIn.id}
      title={actions.blocked ?? undefined}
      onClick={(event) => {
        event.stopPropagation();
        void actions.end(signIn);
      }}
    >
      End session
      <span className={classes.hidden}>
        {' '}
        of {signIn.name}, {deviceOf(signIn).name}
      </span>
    </Button>
  );
}

/** The list on a phone: a card for each person, two lines for each browser. */
export function SignInCards({ signIns, ...rest }: RowsProps & { signIns: readonly SignIn[] }) {
  return (
    <ul className={classes.cards}>
      {groupByMember(signIns).map((member) => (
        <li key={member.userId}>
          <MemberCard member={member} {...rest} />
        </li>
      ))}
    </ul>
  );
}

function MemberCard({ member, now, zone, actions }: RowsProps & { member: MemberSignIns }) {
  return (
    <section className={classes.card} aria-label={member.name}>
      <h2 className={classes.member}>
        <Avatar name={member.name} />
        <b>{member.name}</b>
      </h2>
      <ul className={classes.lines}>
        {member.signIns.map((signIn) => (
          <li key={signIn.id} className={classes.line} data-need={signIn.isNewDevice || signIn.isNewPlace || undefined}>
            <div className={classes.facts}>
              <DeviceCell signIn={signIn} />
              <PlaceCell signIn={signIn} />
              <LastActive signIn={signIn} now={now} zone={zone} />
            </div>
            <EndButton signIn={signIn} actions={actions} />
          </li>
        ))}
      </ul>
    </section>
  );
}
