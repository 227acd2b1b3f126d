import { mdiChevronDown, mdiChevronUp, mdiDownload } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type ImportBatch, imports } from '@tablewire/contracts/import/import'
import { useState } from 'react'
import { api } from '#src/api/client.ts'
import { Card } from '#src/kit/Card.tsx'
import { formatNumber } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { saveFile } from '#src/kit/save-file.ts'
import { Tag } from '#src/kit/Tag.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { FindingRows } from './FindingRows.tsx'
import { AdmitOtherVenue } from './AdmitOtherVenue.tsx'
import { adviceFor, findingTones } from './row-words.ts'
import { useT } from './use-t.ts'

const List = styled('ul')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.vars.shape.borderRadius,
  '& > li + li': { borderBlockStart: `1px solid ${theme.vars.palette.divider}` },
}))
const Group = styled('button')(({ theme }) => ({
  all: 'unset',
  boxSizing: 'border-box',
  display: 'grid',
  gridTemplateColumns: '116px 1fr auto 20px',
  alignItems: 'center',
  gap: theme.spacing(1.5),
  width: '100%',
  padding: theme.spacing(1.25, 1.5),
  fontSize: '0.875rem',
  cursor: 'pointer',
  '&:hover': { backgroundColor: theme.vars.palette.ground.hover },
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.accent.ring}`, outlineOffset: -2 },
  '& > [data-tone]': { justifySelf: 'start' },
  '& > b': { fontVariantNumeric: 'tabular-nums' },
  '& small': { ...theme.typography.caption, display: 'block', color: theme.vars.palette.text.secondary },
  [theme.breakpoints.down('sm')]: {
    gridTemplateColumns: '1fr auto 20px',
    '& > [data-tone]': { gridColumn: '1 / -1' },
  },
}))

/** Piece by piece, as a hundred thousand rows are no single answer; the browser puts them into one file. */
const download = async (id: string): Promise<void> => {
  const pieces: string[] = []
  let name = 'rejected.csv'
  for (let after: string | null | undefined; after !== null;) {
    const piece = await api(imports.rejectedRows, { params: { id }, query: after ? { after } : {} })
    pieces.push(piece.content)
    ;({ fileName: name, next: after } = piece)
  }
  saveFile(name, pieces, 'text/csv;charset=utf-8')
}

const Download = ({ batch }: { batch: ImportBatch }) => {
  const t = useT()
  const [busy, setBusy] = useState(false)
  if (!batch.findings.some(({ outcome }) => outcome === 'rejected')) return null
  return (
    <Button
      variant="outlined"
      startIcon={<Icon path={mdiDownload} size={18} />}
      loading={busy}
      sx={{ marginBlockStart: 2 }}
      onClick={() => {
        setBusy(true)
        download(batch.id)
          .catch(() => toast.error(t('download.failed')))
          .finally(() => setBusy(false))
      }}
    >
      {t('download')}
    </Button>
  )
}

type FindingsProps = { batch: ImportBatch; onChanged: (batch: ImportBatch) => void }

/** What was found, by reason; each opens into its rows. */
export const Findings = ({ batch, onChanged }: FindingsProps) => {
  const t = useT()
  const [{ found }, setSearch] = useUrlSearch()
  return (
    <Card title={t('findings')} hint={batch.findings.length ? t('findings.hint') : t('findings.none')}>
      {batch.findings.length ? (
        <List>
          {batch.findings.map(({ outcome, reason, meaning, refusals, rows, kept }) => {
            const key = `${outcome}-${reason}`
            const open = found === key
            const advice = adviceFor(t, reason, batch.mapping)
            return (
              <li key={key}>
                <Group type="button" aria-expanded={open} onClick={() => setSearch({ found: open ? undefined : key })}>
                  <Tag tone={findingTones[outcome]}>{t(`outcome.${outcome}`)}</Tag>
                  <span>
                    {meaning}
                    {refusals.map((sentence) => (
                      <small key={sentence}>{sentence}</small>
                    ))}
                    {advice ? <small>{advice}</small> : null}
                    {kept < rows ? <small>{t('found.first', { count: kept })}</small> : null}
                  </span>
                  <b>{formatNumber(rows)}</b>
                  <Icon path={open ? mdiChevronUp : mdiChevronDown} size={20} />
                </Group>
                {reason === 'venue.other' && batch.state === 'checked' ? <AdmitOtherVenue batch={batch} onChanged={onChanged} /> : null}
                {open ? <FindingRows batch={batch} about={{ outcome, reason, kept }} onChanged={onChanged} /> : null}
              </li>
            )
          })}
        </List>
      ) : null}
      <Download batch={batch} />
    </Card>
  )
}
