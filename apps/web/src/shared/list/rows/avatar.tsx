import classes from './avatar.module.css';
import { faceColour, initialsOf } from './face.ts';

/** A person's initials on a soft color that is always the same for that person. Screen readers skip it, because the name is beside it. */
export function Avatar({ name, size = 28 }: { name: string; size?: number }) {
  const fontSize = Math.max(Math.round(size * 0.41), 10.5);
  return (
    <span className={classes.avatar} data-colour={faceColour(name)} style={{ width: size, height: size, fontSize }} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}
