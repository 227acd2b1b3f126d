import { keyframes } from '@emotion/react'
import { styled } from '@mui/material/styles'
import { brand } from '#src/api/brand.ts'
import { Picture } from '#src/kit/Picture.tsx'

const turn = keyframes({ to: { transform: 'rotate(1turn)' } })
const appear = keyframes({ from: { opacity: 0 } })

const Screen = styled('output')({
  position: 'fixed',
  inset: 0,
  display: 'grid',
  placeContent: 'center',
  justifyItems: 'center',
  gap: 28,
  // Loads that take a blink show nothing at all.
  animation: `${appear} 200ms 120ms both`,
  // The outlines of the page say more (app/first-frame.css).
  '[data-frame] &': { visibility: 'hidden' },
  '& img': { height: 56 },
})

const Spinner = styled('span')(({ theme }) => ({
  width: 28,
  height: 28,
  borderRadius: '50%',
  border: `3px solid ${theme.vars.palette.divider}`,
  borderTopColor: theme.vars.palette.accent.ring,
  animation: `${turn} 800ms linear infinite`,
}))

/** The brand's logo and a spinner, while nothing else can be said yet (SH4). */
export const FullScreenLoader = () => (
  <Screen aria-busy="true" aria-label={brand.name}>
    <Picture src={brand.logo} alt="" />
    <Spinner />
  </Screen>
)
