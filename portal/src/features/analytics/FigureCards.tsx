import { mdiArrowDown, mdiArrowUp, mdiInformationOutline } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import type { Figure } from '@tablewire/contracts/analytics/analytics'
import { useId, useState } from 'react'
import { formatDate } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { SheetPopover } from '#src/kit/SheetPopover.tsx'
import { Sparkline } from './charts/Sparkline.tsx'
import { RowsLink, useRowsLabel } from './RowsLink.tsx'
import { useT } from './use-t.ts'
import { type ShownMeasure, trendOf, valueText } from './values.ts'

const Cards = styled('ul')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 165px), 1fr))',
  gap: 10,
  margin: 0,
  padding: 0,
  listStyle: 'none',
})
const CardBox = styled('li')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gridTemplateRows: 'auto auto auto 1fr',
  gap: '2px 8px',
  padding: '12px 14px',
  border: '1px solid var(--skin-edge)',
  boxShadow: 'var(--skin-shadow)',
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.paper,
  fontVariantNumeric: 'tabular-nums',
  '& > h2': { margin: 0, alignSelf: 'center', color: theme.vars.palette.text.secondary, fontSize: '0.8125rem', fontWeight: 600 },
  '& > .value': { fontSize: '1.5rem', fontWeight: 650, lineHeight: 1.25 },
  '& > .unknown': { fontSize: '0.875rem', lineHeight: '30px', color: theme.vars.palette.text.secondary },
  '& > .line': { gridColumn: '1 / -1', alignSelf: 'end', marginTop: 6 },
  '& > .trend': {
    gridColumn: '1 / -1',
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '0 6px',
    minHeight: 20,
    fontSize: '0.8125rem',
  },
  '& .before': { color: theme.vars.palette.text.secondary },
  ...Object.fromEntries(
    (['success', 'danger', 'neutral'] as const).map((tone) => [
      `& .${tone}`,
      { color: theme.vars.palette.tone[tone].text, fontWeight: 600 },
    ]),
  ),
}))
const Definition = styled('div')({
  width: 'min(360px, calc(100vw - 32px))',
  padding: 16,
  fontSize: '0.875rem',
  '& > p': { margin: '0 0 8px' },
  '& > dl': { margin: 0 },
  '& dt': { fontSize: '0.75rem' },
  '& dd': { margin: '0 0 6px' },
})

const signs = { up: mdiArrowUp, down: mdiArrowDown } as const

const DefinitionOf = ({ measure, figure }: { measure: ShownMeasure; figure: Figure }) => {
  const t = useT()
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <IconButton
        size="small"
        aria-label={t('definition.of', { name: measure.label })}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Icon path={mdiInformationOutline} size={16} />
      </IconButton>
      <SheetPopover anchor={anchor} id={id} label={measure.label} onClose={() => setAnchor(null)}>
        <Definition>
          <p>{measure.definition}</p>
          <dl>
            {figure.parts ? (
              <>
                <dt>{t('definition.parts')}</dt>
                <dd>
                  <RowsLink rows={figure.rows}>
                    {valueText(t, { unit: measure.unit === 'percent' ? 'bookings' : measure.unit }, figure.parts.count)}
                  </RowsLink>
                  {' ÷ '}
                  <RowsLink rows={figure.ofRows}>{valueText(t, { unit: 'bookings' }, figure.parts.of)}</RowsLink>
                </dd>
              </>
            ) : null}
            <dt>{t('definition.since')}</dt>
            <dd>{formatDate(measure.since, 'short')}</dd>
          </dl>
        </Definition>
      </SheetPopover>
    </>
  )
}

/** Of these nothing is known where a book is kept elsewhere, or searches were not counted yet: that is not nothing. */
const ofDemand: ReadonlySet<string> = new Set(['occupancy', 'turnedAway'])

type CardProps = { measure: ShownMeasure; figure: Figure; course: readonly (number | null)[] }
const FigureCard = ({ measure, figure, course }: CardProps) => {
  const t = useT()
  const labelOf = useRowsLabel()
  const unknown = figure.value === null && ofDemand.has(measure.id)
  const text = unknown ? t('figure.unknown') : valueText(t, { unit: measure.unit, beside: figure.compared }, figure.value)
  const trend = trendOf(t, measure, [figure.value, figure.compared])
  const before = valueText(t, { unit: measure.unit, beside: figure.value }, figure.compared)
  return (
    <CardBox>
      <h2>{measure.label}</h2>
      <DefinitionOf measure={measure} figure={figure} />
      <div className={unknown ? 'unknown' : 'value'}>
        <RowsLink rows={figure.value === null ? null : figure.rows} label={labelOf(measure.label, text)}>
          {text}
        </RowsLink>
      </div>
      <div className="trend">
        {trend ? (
          <span className={trend.tone}>
            {trend.sign === 'same' ? null : <Icon path={signs[trend.sign]} size={13} />}
            {trend.text}
          </span>
        ) : null}
        {figure.compared === null ? null : (
          <span className="before">
            <RowsLink
              rows={figure.compared === 0 ? null : (figure.comparedRows ?? null)}
              label={labelOf(measure.label, t('figure.before', { value: before }))}
            >
              {t('figure.before', { value: before })}
            </RowsLink>
          </span>
        )}
      </div>
      <div className="line">
        <Sparkline values={course} />
      </div>
    </CardBox>
  )
}

type FigureCardsProps = {
  measures: readonly ShownMeasure[]
  figures: readonly Figure[]
  /** Step by step through the period. */
  courseOf: (id: string) => readonly (number | null)[]
}

/** Every figure: what it is, how it stands beside the other period, its course, its definition and its rows. */
export const FigureCards = ({ measures, figures, courseOf }: FigureCardsProps) => (
  <Cards data-tour="figures">
    {measures.flatMap((measure) => {
      const figure = figures.find(({ id }) => id === measure.id)
      return figure ? [<FigureCard key={measure.id} measure={measure} figure={figure} course={courseOf(measure.id)} />] : []
    })}
  </Cards>
)
