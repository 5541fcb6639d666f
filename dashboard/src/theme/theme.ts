import { ActionIcon, Button, createTheme, type MantineColorsTuple, Menu, Modal, Popover, Tooltip } from '@mantine/core';

/** Only the name matters: mantine-variables.css says what it looks like in both themes. */
const burgundy: MantineColorsTuple = [
  ...(['#f7e9ea', '#eed0d4', '#dda3ac', '#cb7484', '#b84d63'] as const),
  ...(['#a33850', '#8e2a42', '#7a1f36', '#5f1529', '#460d1c'] as const),
];

const motion = { duration: 150 };

export const theme = createTheme({
  primaryColor: 'burgundy',
  colors: { burgundy },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: Button.extend({ defaultProps: { size: 'sm' } }),
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle', color: 'gray', size: 'lg' } }),
    // react-remove-scroll would write a <style> element; base.css holds the page still instead.
    Modal: Modal.extend({
      defaultProps: { lockScroll: false, transitionProps: motion, radius: 'md', centered: true, padding: 'lg' },
    }),
    Menu: Menu.extend({
      // Its placeholder is a child that role="menu" does not allow.
      defaultProps: { transitionProps: motion, position: 'bottom-end', withInitialFocusPlaceholder: false },
    }),
    Popover: Popover.extend({ defaultProps: { transitionProps: motion } }),
    Tooltip: Tooltip.extend({ defaultProps: { transitionProps: motion, openDelay: 300, withArrow: true } }),
  },
});
