import { EmailPiece, RatingPiece } from '../../shared/ui/row-pieces.tsx';
import classes from './feature-cards.module.css';

const features = [
  {
    name: 'One-click broker emails',
    text: 'Your rate, truck and MC are filled in.',
    picture: (
      <span className={classes.click}>
        <EmailPiece look="filled" />
        <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
          <path d="M1 1 11 5 6.500 6.500 5 11z" />
        </svg>
      </span>
    ),
  },
  {
    name: 'Broker factoring rating',
    text: 'Who pays, how fast, and your factor’s answer.',
    picture: (
      <>
        <RatingPiece letter="A" days={24} />
        <RatingPiece letter="C" days={41} />
        <RatingPiece letter="D" days={66} />
      </>
    ),
  },
  {
    name: 'Smart load filters',
    text: 'What doesn’t fit steps back. Nothing is hidden.',
    picture: (
      <span className={classes.rows}>
        <i />
        <i data-match />
        <i />
      </span>
    ),
  },
  {
    name: 'Offer a load to a driver',
    text: 'Ranked by distance and hours left.',
    picture: (
      <span className={classes.driver}>
        <b>MW</b>
        <span>
          Marcus W.
          <i />
        </span>
        9 h 40 m
      </span>
    ),
  },
];

/** The features of the extension, each shown with the real piece of a row. */
export function FeatureCards() {
  return (
    <ul className={classes.cards}>
      {features.map(({ name, text, picture }) => (
        <li key={name}>
          <div className={classes.stage} aria-hidden="true">
            {picture}
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
