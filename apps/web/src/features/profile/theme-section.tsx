import { useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import classes from './profile-page.module.css';

const choices = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
] as const;

export function ThemeSection() {
  // Otherwise Mantine adds a <style> element to pause transitions, which the content policy blocks.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return (
    <fieldset className={classes.card}>
      <legend>Theme</legend>
      <div className={classes.choices}>
        {choices.map(({ value, label, icon: ChoiceIcon }) => (
          <label key={value} className={classes.choice}>
            <input type="radio" name="theme" checked={colorScheme === value} onChange={() => setColorScheme(value)} />
            <ChoiceIcon size={18} stroke={1.75} aria-hidden="true" />
            {label}
          </label>
        ))}
      </div>
      <p className={classes.caption}>Kept in this browser.</p>
    </fieldset>
  );
}
