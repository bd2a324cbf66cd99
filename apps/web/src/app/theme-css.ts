import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import { theme } from './theme.ts';
import { cssVariablesResolver } from './theme-variables.ts';

/**
 * The stylesheet with every variable of the theme. The scheme's selector is the bare attribute, not `:root[…]`, so that a part
 * of a dark page can stay light (the board on the sign-in page, previews of mail and paper).
 */
export function themeCss(): string {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const stock = defaultCssVariablesResolver(merged);
  const ours = cssVariablesResolver(merged);
  const scheme = (name: 'light' | 'dark') =>
    convertCssVariables({ variables: { ...stock[name], ...ours[name] }, light: {}, dark: {} }, `[data-mantine-color-scheme="${name}"]`);
  const shared = convertCssVariables({ variables: { ...stock.variables, ...ours.variables }, light: {}, dark: {} }, ':root');
  return [shared, scheme('light'), scheme('dark')].join('\n');
}
