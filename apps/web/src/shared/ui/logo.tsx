import classes from './logo.module.css';

/** The app icon, from 18 px up. */
export function AppIcon({ size }: { size: number }) {
  return (
    <svg viewBox="0 0 64 64" width={size} height={size} aria-hidden="true">
      <rect width="64" height="64" rx="14" fill="#1E60DC" />
      <path fill="#fff" d="M32 7.5 52.5 33.5 39.6 30.6 51.5 64h-39L24.4 30.6 11.5 33.5Z" />
      <path fill="#F79500" d="M28.4 64l.8-13h5.6l.8 13zM29.6 45.6l.55-9h3.7l.55 9zM30.6 31.6l.35-6.6h2.1l.35 6.6z" />
    </svg>
  );
}

/** Icon and name. The font size is 0.74 of the icon's size, the gap 0.34. */
export function Lockup({ size }: { size: number }) {
  return (
    <span className={classes.lockup} style={{ gap: size * 0.34, fontSize: size * 0.74 }}>
      <AppIcon size={size} />
      Headhaul
    </span>
  );
}
