import { styled } from '@mui/material/styles'
import type { ComponentProps } from 'react'

/** As a screen is at twice its size. */
export const lowScreen =
  '@media (min-width: 600px) and (max-height: 560px), (min-width: 600px) and (max-width: 1100px) and (max-height: 760px)'

/** A page whose list scrolls instead of the page; on a very low screen the page does, so that rows remain to be seen. */
const Root = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  height: 'calc(100dvh - var(--top-bar, 0px) - var(--foot, 42px) - 20px)',
  minHeight: 460,
  boxSizing: 'border-box',
  '& > .work': { display: 'flex', gap: 12, flex: 1, minHeight: 0 },
  // What stands there in several columns needs more than a low screen has: it is as high as it is, and the page scrolls.
  [lowScreen]: { '&:has([data-flows])': { height: 'auto' } },
  [theme.breakpoints.down('sm')]: { height: 'calc(100dvh - var(--top-bar, 0px) - var(--foot, 42px) - 12px)' },
  '@media print': { height: 'auto', minHeight: 0, '& > .work': { display: 'none' } },
}))

export const FullHeight = (props: ComponentProps<typeof Root>) => <Root data-full="" {...props} />
