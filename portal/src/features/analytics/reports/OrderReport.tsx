import { mdiFileDelimitedOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { type ReportFile, reports } from '@tablewire/contracts/analytics/reports'
import { useState } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { useExport } from '#src/api/exports.ts'
import { ExportButton } from '#src/kit/ExportButton.tsx'
import { errorText } from '#src/kit/error-text.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { toast } from '#src/kit/toasts.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import type { Query } from '../question.ts'
import { useT } from '../use-t.ts'

/** AN1, AN3: the figures of this question as a workbook, or one table of it as text. */
export const OrderReport = ({ query, today }: { query: Query; today: string }) => {
  const t = useT()
  const ability = useAbility()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { start, pending, standing, forget } = useExport(reports.order)
  const files: readonly ReportFile[] = ability.can('read', 'reservation-list') ? ['figures', 'rows'] : ['figures']
  const order = (file: ReportFile): void => {
    setAnchor(null)
    const started = (): void => void toast.info(phrasesNow('kit')('export.asked'))
    start(
      { body: { question: { ...query, today }, file } },
      { started, refused: (error) => toast.error(errorText(error, phrasesNow('kit'))) },
    )
  }
  return (
    <>
      <ExportButton
        none={false}
        label={t('report.excel')}
        hint={t('report.excel.hint')}
        pending={pending}
        standing={standing}
        onStart={(callbacks) => start({ body: { question: { ...query, today } } }, callbacks)}
        onEnd={forget}
      />
      <Button
        color="inherit"
        variant="outlined"
        startIcon={<Icon path={mdiFileDelimitedOutline} size={18} />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        disabled={pending || standing !== undefined}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {t('report.csv')}
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {files.map((file) => (
          <MenuItem key={file} onClick={() => order(file)}>
            {t(`report.csv.${file as 'figures' | 'rows'}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
