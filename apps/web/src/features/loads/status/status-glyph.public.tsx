import type { LoadStatus } from '@headhaul/domain/loads/status';

/** The colors of a status: the bg/fg pairs of the theme. */
export type StatusFamily = 'draft' | 'idle' | 'move' | 'dwell' | 'bad' | 'done' | 'billed' | 'settled' | 'warn' | 'off';

const families: Record<LoadStatus, StatusFamily> = {
  DRAFT: 'draft',
  BOOKED: 'idle',
  DISPATCHED: 'move',
  AT_PICKUP: 'dwell',
  IN_TRANSIT: 'move',
  AT_DELIVERY: 'dwell',
  PROBLEM: 'bad',
  DELIVERED: 'done',
  INVOICED: 'billed',
  PAID: 'settled',
  TONU: 'warn',
  CANCELLED: 'off',
  DISCARDED: 'off',
};

export function statusFamily(status: LoadStatus): StatusFamily {
  return families[status];
}

/** How much of the ring is filled. It shows the progress of a load like a clock. */
const progress: Partial<Record<LoadStatus, number>> = { DISPATCHED: 0.2, AT_PICKUP: 0.35, IN_TRANSIT: 0.6, AT_DELIVERY: 0.85 };

function wedge(share: number): string {
  const radius = 3.1;
  const angle = 2 * Math.PI * share;
  const x = 6 + radius * Math.sin(angle);
  const y = 6 - radius * Math.cos(angle);
  return `M6 6V${6 - radius}A${radius} ${radius} 0 ${share > 0.5 ? 1 : 0} 1 ${x.toFixed(2)} ${y.toFixed(2)}Z`;
}

const disc = 'M6 .4a5.6 5.6 0 1 1 0 11.2A5.6 5.6 0 0 1 6 .4z';
// These are cut out of the shape behind them, so that any background shows through.
const check = 'M3.14 6.56 5.31 8.73 8.87 4.94 7.93 4.06 5.29 6.87 4.06 5.64z';
const triangle = 'M5.2 1.2a.92.92 0 0 1 1.6 0l4.75 8.5a.92.92 0 0 1-.8 1.37H1.25a.92.92 0 0 1-.8-1.37z';
const exclamation = 'M5.4 4.2h1.2l-.15 3.3h-.9zM6 8.3a.72.72 0 1 0 0 1.44.72.72 0 0 0 0-1.44z';

// A disc with a hole. The ring and its filling are one path, because lists draw many of them.
const ring = 'M6 .35a5.65 5.65 0 1 1 0 11.3A5.65 5.65 0 0 1 6 .35zM6 1.85a4.15 4.15 0 1 0 0 8.3A4.15 4.15 0 0 0 6 1.85z';

function Ring({ dash }: { dash?: string }) {
  return <circle cx="6" cy="6" r="4.9" fill="none" stroke="currentColor" strokeWidth="1.5" strokeDasharray={dash} />;
}

function Shape({ status }: { status: LoadStatus }) {
  switch (status) {
    case 'PROBLEM':
      return <path d={`${triangle}${exclamation}`} fill="currentColor" fillRule="evenodd" />;
    case 'DELIVERED':
    case 'INVOICED':
    case 'PAID':
      return <path d={`${disc}${check}`} fill="currentColor" fillRule="evenodd" />;
    case 'DRAFT':
      return <Ring dash="2.2 1.65" />;
    case 'TONU':
    case 'CANCELLED':
    case 'DISCARDED':
      return (
        <>
          <Ring />
          <path
            d={status === 'TONU' ? 'M2.9 9.1 9.1 2.9' : 'M4.3 4.3l3.4 3.4m0-3.4-3.4 3.4'}
            stroke="currentColor"
            strokeWidth="1.4"
            strokeLinecap="round"
          />
        </>
      );
    default: {
      const share = progress[status];
      return <path d={share === undefined ? ring : `${ring}${wedge(share)}`} fill="currentColor" fillRule="evenodd" />;
    }
  }
}

/** Shows the progress of a load without color. The word beside it says the same. */
export function StatusGlyph({ status, size = 12 }: { status: LoadStatus; size?: number }) {
  return (
    <svg viewBox="0 0 12 12" width={size} height={size} aria-hidden="true">
      <Shape status={status} />
    </svg>
  );
}
