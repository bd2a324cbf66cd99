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
  {
    piece: <RiskPiece count={2} />,
    name: 'Things to check',
    text: 'In the side panel, in words: authority, bond, a look-alike email, a phone that isn’t on file.',
  },
  { piece: <EmailPiece look="filled" />, name: 'One-click email', text: 'Then “Emailed 12 min ago · Ann”, for the whole team.' },
  {
    piece: <span className={classes.driver}>Marcus W., $688 a day</span>,
    name: 'Profit with your driver',
    text: 'In the side panel: floor, target, ask and net a day, from where the truck is empty.',
  },
];

/** What the extension adds to a row of a load board, and to the load that was opened. */
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
