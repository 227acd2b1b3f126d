import { mdiFileDelimitedOutline } from '@mdi/js'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import type { ReportFile, reports } from '@tablewire/contracts/analytics/reports'
import type { listingAnalytics } from '@tablewire/contracts/analytics/listing-analytics'
import type { reviewAnalytics } from '@tablewire/contracts/analytics/review-analytics'
import { useState } from 'react'
import { useExport } from '#src/api/exports.ts'
import { ExportButton } from '#src/kit/ExportButton.tsx'
import { errorText } from '#src/kit/error-text.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { KeptButton } from '#src/kit/KeptButton.tsx'
import { toast } from '#src/kit/toasts.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { useT } from '../use-t.ts'

/** `rows`: what the list behind the figures is called, for who may read it. */
type Props = {
  order: typeof reports.order | typeof reviewAnalytics.order | typeof listingAnalytics.order
  question: object
  hint: string
  rows: string | undefined
}

/** AN1, AN3: the figures of this question as a workbook, or one table of it as text. */
export const OrderReport = ({ order: endpoint, question, hint, rows }: Props) => {
  const t = useT()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { start, pending, standing, forget } = useExport(endpoint)
  const files: readonly (readonly [ReportFile, string])[] = [
    ['figures', t('report.csv.figures')],
    ...(rows ? [['rows', rows] as const] : []),
  ]
  const order = (file: ReportFile): void => {
    setAnchor(null)
    const started = (): void => void toast.info(phrasesNow('kit')('export.asked'))
    start({ body: { question, file } } as never, { started, refused: (error) => toast.error(errorText(error, phrasesNow('kit'))) })
  }
  return (
    <>
      <ExportButton
        none={false}
        label={t('report.excel')}
        hint={hint}
        pending={pending}
        standing={standing}
        onStart={(callbacks) => start({ body: { question } } as never, callbacks)}
        onEnd={forget}
      />
      <KeptButton
        color="inherit"
        variant="outlined"
        startIcon={<Icon path={mdiFileDelimitedOutline} size={18} />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        disabled={pending || standing !== undefined}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {t('report.csv')}
      </KeptButton>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {files.map(([file, name]) => (
          <MenuItem key={file} onClick={() => order(file)}>
            {name}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
