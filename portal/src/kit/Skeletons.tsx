import { keyframes } from '@emotion/react'
import { styled } from '@mui/material/styles'
import { useT } from './use-t.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

const breathe = keyframes({ '0%, 100%': { opacity: 0.75 }, '50%': { opacity: 0.35 } })

/** One grey bar in the place of text to come. */
export const Skeleton = styled('span', { shouldForwardProp: (prop) => prop !== 'width' && prop !== 'height' })<{
  width?: number | string
  height?: number
}>(({ theme, width = '100%', height = 12 }) => ({
  display: 'block',
  width,
  height,
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.divider,
  animation: `${breathe} 1.6s ease-in-out infinite`,
}))

const Rows = styled('output')({ display: 'grid' })
const Row = styled('span')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '64px 1.6fr 1fr 0.6fr',
  alignItems: 'center',
  gap: theme.spacing(2),
  height: 52,
  padding: theme.spacing(0, 2),
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
}))

const widths = ['72%', '58%', '84%', '64%', '78%', '52%']
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

/** A list before its rows are there. */
export const RowsSkeleton = ({ rows = 8 }: { rows?: number }) => {
  const t = useT()
  return (
    <Rows aria-busy="true">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      {numbers(rows).map((row) => (
        <Row key={row} aria-hidden="true">
          <Skeleton width={44} height={18} />
          <Skeleton width={widths[row % widths.length]!} />
          <Skeleton width={widths[(row + 2) % widths.length]!} />
          <Skeleton width="60%" />
        </Row>
      ))}
    </Rows>
  )
}

/** A form before its values are there. */
export const FormSkeleton = ({ fields = 4 }: { fields?: number }) => {
  const t = useT()
  return (
    <Rows aria-busy="true" style={{ gap: 20 }}>
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      {numbers(fields).map((field) => (
        <Skeleton key={field} height={40} aria-hidden="true" />
      ))}
    </Rows>
  )
}
