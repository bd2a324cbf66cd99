import type { LoadTotals } from '@headhaul/contracts/loads/list';
import { formatShare } from '../../../shared/format/distance.ts';
import { atLeastMiles, atMost, formatWithoutMiles } from '../../../shared/format/known-miles.ts';
import { formatMoney, formatRpmMoney, rpmOf } from '../../../shared/format/money.ts';
import { type FootTotal, KeyHints } from '../../../shared/list/list-foot.tsx';
import type { ListMode } from './filters/query.ts';
import { formatUncounted } from './uncounted.ts';

const hints = [
  { keys: ['j', 'k'], does: 'move' },
  { keys: ['↵'], does: 'open' },
  { keys: ['x'], does: 'select' },
  { keys: ['s'], does: 'status' },
  { keys: ['q'], does: 'quick load' },
  { keys: ['?'], does: 'all keys' },
];
const boardHints = [
  { keys: ['←', '↑', '↓', '→'], does: 'move' },
  { keys: ['↵'], does: 'open' },
  { keys: ['s'], does: 'status' },
  { keys: ['a'], does: 'assign' },
  { keys: ['n'], does: 'new load' },
];
const whole = new Intl.NumberFormat('en-US');

interface LoadsFootProps {
  mode: ListMode;
  totals: LoadTotals | undefined;
  isWaiting: boolean;
}

export function LoadsFoot({ mode, totals, isWaiting }: LoadsFootProps) {
  if (isWaiting) return <KeyHints note="Usually under a second" />;
  return <KeyHints hints={mode === 'board' ? boardHints : hints} totals={totals === undefined ? [] : formatTotal(totals)} />;
}

/** The totals of the filtered loads, without drafts. Beyond the first 20,000 loads a plus says that there are more. */
function formatTotal(totals: LoadTotals): FootTotal[] {
  const { loads, drafts, loadedMiles, deadheadMiles, grossCents, isPartial } = totals;
  const more = isPartial ? '+' : '';
  const miles = loadedMiles + deadheadMiles;
  const without = formatWithoutMiles(totals);
  return [
    { value: `${whole.format(loads)}${more} ${loads === 1 ? 'load' : 'loads'}` },
    ...(drafts === 0 ? [] : [{ value: formatUncounted(drafts) }]),
    ...(without === null ? [] : [{ value: without }]),
    { value: atLeastMiles(`${whole.format(loadedMiles)} mi + ${whole.format(deadheadMiles)} DH`, totals) },
    { label: 'Deadhead', value: miles === 0 ? '–' : atMost(formatShare(deadheadMiles / miles), totals) },
    { label: 'Gross', value: formatMoney(grossCents) },
    { label: 'RPM', value: atMost(formatRpmMoney(rpmOf(grossCents, miles)), totals) },
  ];
}
