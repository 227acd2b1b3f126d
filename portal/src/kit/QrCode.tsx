import { styled } from '@mui/material/styles'
import { encode } from 'uqr'

/** Black on white in every mode: cameras read nothing else. */
const Drawing = styled('svg')(({ theme }) => ({
  display: 'block',
  width: 'min(208px, 100%)',
  margin: '0 auto',
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: '#fff',
}))

/** Drawn here: what it says never leaves the page. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { data, size } = encode(text, { ecc: 'M', border: 3 })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing is a picture to those who hear it
    <Drawing viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={path} fill="#000" />
    </Drawing>
  )
}
