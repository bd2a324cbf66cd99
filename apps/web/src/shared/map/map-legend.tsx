import classes from './freight-map.module.css';
import type { DotTone } from './map-model.ts';

interface LegendTone {
  tone: DotTone;
  word: string;
}

const statusTones: readonly LegendTone[] = [
  { tone: 'ready', word: 'Ready' },
  { tone: 'rolling', word: 'Rolling' },
  { tone: 'waiting', word: 'Waiting' },
  { tone: 'problem', word: 'Problem' },
  { tone: 'off', word: 'Off' },
];

/** What the dots of a fleet mean. */
export function MapLegend({ tones = statusTones }: { tones?: readonly LegendTone[] }) {
  return (
    <ul className={classes.legend}>
      {tones.map(({ tone, word }) => (
        <li key={tone}>
          <span className={classes.mark} data-tone={tone} />
          {word}
        </li>
      ))}
    </ul>
  );
}
