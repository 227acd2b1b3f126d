import { mdiPrinterOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { ServiceSheet } from '@tablewire/contracts/booking/service-sheets'
import { Icon } from '#src/kit/Icon.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { useSheetT } from './use-sheet-t.ts'

const Tools = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'end',
  gap: 12,
  '& > .field': { flex: '1 1 160px', width: 'auto', maxWidth: 220 },
})
const pages = ['both', 'list', 'kitchen'] as const
export type Shown = (typeof pages)[number]

export const shownPages = (wanted: string | undefined): Shown => pages.find((page) => page === wanted) ?? 'both'

export type ChoicesProps = { sheet: ServiceSheet | undefined; shown: Shown; onChange: (patch: Record<string, string | undefined>) => void }

/** Which meal and which pages, as the address says; and the way onto paper. */
export const SheetChoices = ({ sheet, shown, onChange }: ChoicesProps) => {
  const t = useSheetT()
  return (
    <Tools>
      {sheet && sheet.meals.length > 0 ? (
        <TextField
          select
          className="field"
          label={t('meal')}
          value={sheet.meal?.id ?? ''}
          onChange={({ target }) => onChange({ meal: target.value || undefined })}
        >
          <option value="">{t('note.day')}</option>
          {sheet.meals.map(({ id, name, from, to }) => (
            <option key={id} value={id}>
              {name} {from}–{to}
            </option>
          ))}
        </TextField>
      ) : null}
      <TextField
        select
        className="field"
        label={t('pages')}
        value={shown}
        onChange={({ target }) => onChange({ pages: target.value === 'both' ? undefined : target.value })}
      >
        {pages.map((page) => (
          <option key={page} value={page}>
            {t(`pages.${page}`)}
          </option>
        ))}
      </TextField>
      <Button variant="contained" startIcon={<Icon path={mdiPrinterOutline} size={20} />} disabled={!sheet} onClick={() => window.print()}>
        {t('print')}
      </Button>
    </Tools>
  )
}
