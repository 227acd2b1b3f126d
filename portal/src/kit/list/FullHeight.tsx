import { styled } from '@mui/material/styles'

/** A page whose list scrolls instead of the page; on a very low screen the page does, so that rows remain to be seen. */
export const FullHeight = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  height: 'calc(100dvh - var(--top-bar, 0px) - var(--foot, 42px) - 20px)',
  minHeight: 460,
  boxSizing: 'border-box',
  paddingBottom: 'max(0px, calc(var(--toasts, 0px) - var(--foot, 42px)))',
  // With the strip under the notices, and only then.
  'body:has([data-strip]) &': {
    paddingBottom: 'max(0px, calc(var(--toasts, 0px) + min(var(--toasts, 0px), 1px) * 52 - var(--foot, 42px)))',
  },
  '& > .work': { display: 'flex', gap: 12, flex: 1, minHeight: 0 },
  [theme.breakpoints.down('sm')]: { height: 'calc(100dvh - var(--top-bar, 0px) - var(--foot, 42px) - 12px)' },
  '@media print': { height: 'auto', minHeight: 0, '& > .work': { display: 'none' } },
}))
