import { EmailPiece, RatingPiece, RiskPiece, RpmPiece } from '../../shared/ui/row-pieces.tsx';
import classes from './row-strip.module.css';

const pieces = [
  {
    piece: <RpmPiece rate="2.89" verdict="over" />,
    name: 'Rate per mile',
    text: 'All miles, deadhead counted. A row under your lowest rate is dimmed, with the reason.',
  },
  {
    piece: <RatingPiece letter="A" days={24} />,
    name: 'Who pays, how fast',
    text: 'Grade and days to pay of brokers you have worked with.',
  },
  { piece: <RiskPiece count={2} />, name: 'Things to check', text: 'Coming soon: reasons in words, never a bare score.' },
  { piece: <EmailPiece look="filled" />, name: 'One-click email', text: 'Then “Emailed 12 min ago · Ann”, for the whole team.' },
  {
    piece: <span className={classes.driver}>Marcus W., 12 mi</span>,
    name: 'Best-fit driver',
    text: 'Coming soon: the nearest with the hours.',
  },
];

/** The pieces that the extension adds to a row of a load board. */
export function RowStrip() {
  return (
    <ul className={classes.strip}>
      {pieces.map(({ piece, name, text }) => (
        <li key={name}>
          <div className={classes.stage} aria-hidden="true">
            {piece}
          </div>
          <div className={classes.words}>
            <h3>{name}</h3>
            <p>{text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
