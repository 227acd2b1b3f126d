import { mdiContentCopy, mdiDeleteOutline, mdiPencilOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import type { FloorLayout } from '@tablewire/contracts/booking/floor'
import { layoutsMost } from '@tablewire/contracts/booking/floor-plan.rules'
import { useState } from 'react'
import { formatDate } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { toast } from '#src/kit/toasts.ts'
import { weekdayName } from '#src/kit/Weekdays.tsx'
import { copied, withLayout } from './edit-floor.ts'
import { LayoutDialog } from './LayoutDialog.tsx'
import { useFloorT } from './use-floor-t.ts'

/** When a layout rules, in a few words. */
const useDaysOf = () => {
  const t = useFloorT()
  return ({ days }: FloorLayout, first: boolean): string => {
    if (first) return t('days.first')
    const [rule, ...others] = days
    if (!rule) return t('days.none')
    const span =
      rule.from === rule.until ? formatDate(rule.from) : t('days.span', { from: formatDate(rule.from), until: formatDate(rule.until) })
    const weekdays = rule.from === rule.until || rule.weekdays.length === 7 ? '' : rule.weekdays.map((day) => weekdayName(day)).join(' ')
    return [span, weekdays, others.length > 0 && t('days.more', { count: others.length })].filter(Boolean).join(' · ')
  }
}

type LayoutBarProps = {
  layouts: readonly FloorLayout[]
  layout: FloorLayout
  may: boolean
  onChoose: (id: string) => void
  onChange: (layouts: FloorLayout[]) => void
}

/** Which layout is drawn; others are added as a copy of it, and each but the first can go. */
export const LayoutBar = ({ layouts, layout, may, onChoose, onChange }: LayoutBarProps) => {
  const t = useFloorT()
  const daysOf = useDaysOf()
  const [edited, setEdited] = useState<FloorLayout>()
  const first = layouts[0]?.id === layout.id
  return (
    <div className="bar">
      <fieldset className="choice" aria-label={t('layouts')}>
        {layouts.map((one, index) => (
          <button key={one.id} type="button" aria-pressed={one.id === layout.id} onClick={() => onChoose(one.id)}>
            <span dir="auto">{one.name}</span>
            <small>{daysOf(one, index === 0)}</small>
          </button>
        ))}
      </fieldset>
      {may ? (
        <>
          <Button
            color="inherit"
            variant="outlined"
            size="small"
            startIcon={<Icon path={mdiContentCopy} size={18} />}
            disabled={layouts.length >= layoutsMost}
            onClick={() => setEdited(copied(layout, ''))}
          >
            {t('layout.add')}
          </Button>
          <Button color="inherit" size="small" startIcon={<Icon path={mdiPencilOutline} size={18} />} onClick={() => setEdited(layout)}>
            {t(first ? 'layout.rename' : 'layout.days')}
          </Button>
          {first ? null : (
            <Button
              color="error"
              size="small"
              startIcon={<Icon path={mdiDeleteOutline} size={18} />}
              onClick={() => {
                onChange(layouts.filter(({ id }) => id !== layout.id))
                onChoose(layouts[0]!.id)
                toast.info(t('layout.removed', { name: layout.name, usual: layouts[0]!.name }))
              }}
            >
              {t('layout.remove')}
            </Button>
          )}
        </>
      ) : null}
      {edited ? (
        <LayoutDialog
          layout={edited}
          layouts={layouts}
          onDone={(done) => {
            onChange(withLayout(layouts, done))
            onChoose(done.id)
            setEdited(undefined)
          }}
          onClose={() => setEdited(undefined)}
        />
      ) : null}
    </div>
  )
}
