import { styled } from '@mui/material/styles'

/** Keeps the place of the line about the shift: it comes after the page, and moves nothing. */
export const ServiceFrame = styled('div')({
  minHeight: 36,
  marginBottom: 10,
  '@media (pointer: coarse)': { minHeight: 44 },
  '@media print': { display: 'none' },
})
