import { createTheme, type MantineColorsTuple } from '@mantine/core';

/**
 * Palettes and component defaults. Components are named by key instead of `Button.extend` so that the sign-in page, which
 * uses none of them, doesn't download them.
 */
function palette(steps: string): MantineColorsTuple {
  return steps.split(' ') as unknown as MantineColorsTuple;
}

const interstate = palette('#EAF1FE #D2E1FB #A5C3F7 #75A2F2 #4B85EC #2F6FE6 #1E60DC #154EBB #113F97 #0D3074');
// Step 5 (#647082) is dark enough for captions: 5.0:1 on white, 4.7:1 on the page.
const asphalt = palette('#F6F7F9 #ECEEF2 #DCE0E7 #C3C9D4 #9AA3B2 #647082 #525C6E #3B4454 #252C39 #141A24');
const hivis = palette('#FFF6E5 #FFE9C2 #FFD58A #FFBF4D #FFAB1A #F79500 #D97E00 #B06400 #854B00 #5C3300');
const sign = palette('#E7F6EE #CBEBDA #98D8B6 #62C390 #37B071 #1E9C5B #13844A #0E6A3B #0A522E #073B21');
const stop = palette('#FDECEC #FAD3D3 #F3A6A6 #EC7777 #E5504F #DC3534 #C02323 #9B1A1A #761313 #520C0C');
// Replaces Mantine's "dark" scale, so that its components use our dark surfaces.
const dark = palette('#ECEEF2 #C3C9D4 #A3ADBC #7F8A9B #2E394B #263041 #1B2431 #161D28 #0F141C #0A0E14');

// One height per control role: 28 in rows and toolbars, 32 default, 36 page-level forms, 44 touch.
const controlHeights: Record<string, string> = { xs: '28px', sm: '32px', md: '36px', lg: '44px' };
type Sized = { size?: unknown };

function controlHeight(props: Sized): string | undefined {
  return controlHeights[String(props.size ?? 'sm')] ?? controlHeights.sm;
}

// The scroll lock of dialogs writes a <style> element, which the content policy refuses. The shell scrolls inside its main part, so the
// page under a dialog doesn't move without it.
const modalDefaults = { radius: 10, centered: true, lockScroll: false, transitionProps: { duration: 90, transition: 'fade' } };

// Defaults of Mantine's drawer, without a focus trap. Only `more-drawer.tsx` uses it, and it overrides most of them.
const drawerDefaults = {
  position: 'right',
  size: 580,
  trapFocus: false,
  lockScroll: false,
  padding: 0,
  transitionProps: { duration: 140, transition: 'slide-left' },
};

export const theme = createTheme({
  colors: { interstate, asphalt, hivis, sign, stop, dark, gray: asphalt, blue: interstate, red: stop, green: sign, orange: hivis },
  primaryColor: 'interstate',
  primaryShade: { light: 6, dark: 5 },
  autoContrast: false,
  black: '#141A24',
  fontFamily: '"Inter Variable", Inter, system-ui, -apple-system, "Segoe UI", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, monospace',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '18px', md: '20px', lg: '24px', xl: '28px' },
  headings: {
    fontFamily: 'Barlow, "Inter Variable", sans-serif',
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '24px', lineHeight: '28px' },
      h2: { fontSize: '20px', lineHeight: '24px' },
      h3: { fontSize: '16px', lineHeight: '20px' },
      h4: { fontSize: '14px', lineHeight: '20px' },
    },
  },
  defaultRadius: 6,
  radius: { xs: '3px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  shadows: {
    sm: '0 1px 2px rgba(20,26,36,.06)',
    md: '0 4px 16px -2px rgba(20,26,36,.12), 0 0 0 1px rgba(20,26,36,.06)',
    lg: '0 16px 48px -8px rgba(20,26,36,.22), 0 0 0 1px rgba(20,26,36,.06)',
  },
  breakpoints: { xs: '30em', sm: '48em', md: '64em', lg: '82.75em', xl: '103.125em' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: {
      defaultProps: { size: 'sm' },
      vars: (_: unknown, props: Sized) => ({
        root: {
          '--button-height': controlHeight(props),
          '--button-padding-x': props.size === 'xs' ? '8px' : props.size === 'lg' ? '16px' : '12px',
          '--button-fz': props.size === 'lg' ? '15px' : props.size === 'md' ? '14px' : '13px',
        },
      }),
      styles: { root: { fontWeight: 550 }, section: { marginInlineEnd: 6 } },
    },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 28 } },
    Badge: { defaultProps: { radius: 'sm', variant: 'light' }, styles: { root: { textTransform: 'none', fontWeight: 550 } } },
    Input: {
      vars: (_: unknown, props: Sized) => ({
        wrapper: { '--input-height': controlHeight(props), '--input-fz': '14px', '--input-padding': '10px' },
      }),
    },
    TextInput: { defaultProps: { size: 'sm' } },
    Select: { defaultProps: { size: 'sm', checkIconPosition: 'right' } },
    Textarea: { defaultProps: { size: 'sm', autosize: true, minRows: 2 } },
    InputWrapper: {
      styles: {
        label: { fontSize: 13, lineHeight: '18px', fontWeight: 550, marginBottom: 4 },
        description: { fontSize: 12 },
        error: { fontSize: 12 },
      },
    },
    Checkbox: { defaultProps: { size: 'xs', radius: 'sm' } },
    Tabs: { styles: { tab: { padding: '0 2px', height: 36, fontSize: 13, marginRight: 20 } } },
    SegmentedControl: { defaultProps: { size: 'xs', radius: 6 } },
    Paper: { defaultProps: { radius: 'lg', withBorder: true } },
    Menu: {
      defaultProps: { shadow: 'md', radius: 8, offset: 4, transitionProps: { duration: 90, transition: 'fade' } },
      styles: { dropdown: { background: 'var(--hh-raised)', borderColor: 'var(--hh-raised-line)' } },
    },
    Popover: {
      defaultProps: { shadow: 'md', radius: 8, transitionProps: { duration: 90 } },
      styles: { dropdown: { background: 'var(--hh-raised)', borderColor: 'var(--hh-raised-line)' } },
    },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: false, transitionProps: { duration: 80 } } },
    Modal: { defaultProps: { ...modalDefaults, shadow: 'lg' } },
    ModalRoot: { defaultProps: modalDefaults },
    ModalContent: { defaultProps: { shadow: 'lg' } },
    Drawer: { defaultProps: { ...drawerDefaults, shadow: 'lg', withOverlay: false, withCloseButton: false } },
    DrawerRoot: { defaultProps: drawerDefaults },
    DrawerContent: { defaultProps: { shadow: 'lg' } },
  },
});
