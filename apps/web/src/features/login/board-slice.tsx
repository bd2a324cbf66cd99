import type { ReactNode } from 'react';
import { AppIcon } from '../../shared/ui/logo.tsx';
import { EmailedPiece, EmailPiece, RatingPiece, RpmPiece } from '../../shared/ui/row-pieces.tsx';
import classes from './board-slice.module.css';

interface RowProps {
  age: string;
  price: string;
  rpm: ReactNode;
  rating: ReactNode;
  action: ReactNode;
  lane: string;
  mark?: 'match' | 'stepped-back';
  children?: ReactNode;
}

function Row({ age, price, rpm, rating, action, lane, mark, children }: RowProps) {
  return (
    <div className={classes.row} data-mark={mark} data-open={children ? true : undefined} aria-disabled={mark === 'stepped-back'}>
      <div className={classes.cells}>
        <span className={classes.age}>{age}</span>
        <b className={classes.price}>{price}</b>
        <span className={classes.rpm}>{rpm}</span>
        <span className={classes.rating}>{rating}</span>
        <span className={classes.action}>{action}</span>
        <span className={classes.lane}>{lane}</span>
      </div>
      {children}
    </div>
  );
}

function Figure({ label, value, isAsk }: { label: string; value: string; isAsk?: boolean }) {
  return (
    <div className={classes.figure} data-ask={isAsk}>
      <span>{label}</span>
      <b>{value}</b>
    </div>
  );
}

/** Made of real components, but announced to screen readers as one picture. It stays light in the dark theme. */
function Picture({ className, label, children }: { className: string | undefined; label: string; children: ReactNode }) {
  return (
    <div className={className} data-mantine-color-scheme="light" role="img" aria-label={label}>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}

/** A slice of a load board as a dispatcher sees it with the extension. */
export function BoardSlice() {
  return (
    <div className={classes.stand}>
      <Road />
      <Picture
        className={classes.board}
        label="A load board with Headhaul: two of five loads match, each with rate per mile, the broker's rating and days to pay, and a button that emails the broker"
      >
        <div className={classes.head}>
          <AppIcon size={18} />
          <b>Headhaul</b>
          <span>is reading this board with you</span>
          <em>2 of 5 match</em>
        </div>
        <Row
          age="4m"
          price="$1,650"
          rpm={<RpmPiece rate="1.94" verdict="under" />}
          rating={<RatingPiece letter="C" days={41} />}
          action="Under 2.40 a mile"
          lane="Joliet, IL → Dayton, OH"
          mark="stepped-back"
        />
        <Row
          age="6m"
          price="$2,450"
          rpm={<RpmPiece rate="2.93" verdict="over" />}
          rating={<RatingPiece letter="A" days={24} />}
          action={<EmailPiece look="filled" />}
          lane="Milwaukee, WI → Conley, GA"
          mark="match"
        >
          <div className={classes.opened}>
            <Figure label="Floor" value="$1,910" />
            <Figure label="Target" value="$2,240" />
            <Figure label="Ask" value="$2,600" isAsk />
            <div className={classes.fit}>
              <span>Best fit</span>
              <b>Marcus W. · 38 mi away · 9 h 40 m left</b>
            </div>
          </div>
        </Row>
        <Row
          age="7m"
          price="–"
          rpm="–"
          rating={<RatingPiece letter="B" days={30} />}
          action={
            <>
              <EmailPiece look="plain" />
              No rate posted
            </>
          }
          lane="Gary, IN → Memphis, TN"
        />
        <Row
          age="9m"
          price="$980"
          rpm={<RpmPiece rate="1.61" verdict="under" />}
          rating={<RatingPiece letter="D" days={66} />}
          action="Pays in 66 days"
          lane="Rockford, IL → Peoria, IL"
          mark="stepped-back"
        />
        <Row
          age="11m"
          price="$3,180"
          rpm={<RpmPiece rate="3.02" verdict="over" />}
          rating={<RatingPiece letter="B" days={29} />}
          action={<EmailedPiece text="Emailed 12 min ago · Ann" />}
          lane="Kenosha, WI → Charlotte, NC"
          mark="match"
        />
      </Picture>
    </div>
  );
}

/** One row of the same board, for phones. */
export function BoardRowCard() {
  return (
    <div className={classes.cardStand}>
      <PhoneRoad />
      <Picture className={classes.card} label="A load with its rate per mile, the broker's rating and a button that emails the broker">
        <div className={classes.cardLine}>
          <b>Milwaukee, WI → Conley, GA</b>
          <b className={classes.cardPrice}>$2,450</b>
        </div>
        <div className={classes.cardLine}>
          <RpmPiece rate="2.93" verdict="over" />
          <RatingPiece letter="A" days={24} />
          <span className={classes.cardAction}>
            <EmailPiece look="filled" />
          </span>
        </div>
      </Picture>
    </div>
  );
}

/** The road starts under the board and widens toward the reader. Tall windows show more of it. */
function Road() {
  return (
    <svg className={classes.road} viewBox="0 0 1200 700" width="1200" height="700" aria-hidden="true">
      <defs>
        <linearGradient id="road-fill" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="0" y2="200">
          <stop stopColor="#12203A" />
          <stop offset="1" stopColor="#1B2E52" />
        </linearGradient>
      </defs>
      <path d="M465 0h270l457 700H8z" fill="url(#road-fill)" />
      <path d="M465 0 8 700M735 0l457 700" stroke="#3A5688" strokeWidth="2" fill="none" />
      <path
        d="M596.5 12h7l1.4 30h-9.8zM594.8 61h10.4l2 45h-14.4zM591.8 130h16.4l3.6 75h-23.600zM586 250h28l6 120h-40zM577 430h46l9 200h-64z"
        fill="#FFAB1A"
      />
    </svg>
  );
}

function PhoneRoad() {
  return (
    <svg className={classes.phoneRoad} viewBox="0 0 350 92" width="350" height="92" aria-hidden="true">
      <path d="M90 0h170l90 92H0z" fill="#16243D" />
      <path d="M173.200 22h3.600l1 24h-5.600zM172 58h6l2 34h-10z" fill="#FFAB1A" />
    </svg>
  );
}
