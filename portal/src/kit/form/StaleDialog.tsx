import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { styled } from '@mui/material/styles'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useId, useState } from 'react'
import { useOfficeT } from '../office/use-office-t.ts'
import { inLines, titleCase } from '../value-diff.ts'
import { SavedBy } from './SavedBy.tsx'
import { type Choice, isContested, merged, staleFields } from './stale.ts'
import type { SaveMeanwhile } from './use-theirs.ts'

const Table = styled('table')(({ theme }) => ({
  width: '100%',
  marginBlockStart: theme.spacing(1.5),
  borderCollapse: 'collapse',
  fontSize: '0.875rem',
  '& th, & td': {
    padding: theme.spacing(0.75, 1),
    borderBlockEnd: `1px solid ${theme.vars.palette.divider}`,
    textAlign: 'start',
    verticalAlign: 'top',
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-line',
  },
  '& thead th': { color: theme.vars.palette.text.secondary, fontSize: '0.75rem', fontWeight: 600 },
  '& tbody th': { fontWeight: 600 },
  '& .head': { display: 'none' },
  // On a telephone four columns would break words: each field stands by itself, its values below one another with their names.
  [theme.breakpoints.down('sm')]: {
    '&, & tbody, & tr, & tbody th': { display: 'block' },
    '& thead': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)', whiteSpace: 'nowrap' },
    '& tbody tr': { paddingBlock: theme.spacing(1), borderBlockEnd: `1px solid ${theme.vars.palette.divider}` },
    '& tbody th, & td': { padding: theme.spacing(0.25, 0), borderBlockEnd: 0 },
    '& td': { display: 'grid', gridTemplateColumns: 'minmax(88px, 30%) minmax(0, 1fr)', columnGap: theme.spacing(1.5) },
    '& .head': { display: 'block', color: theme.vars.palette.text.secondary },
  },
}))

const sides = ['before', 'theirs', 'yours'] as const
const valueOf = { before: 'before', theirs: 'theirs', yours: 'mine' } as const

type StaleDialogProps<F extends object> = {
  /** Who that was, where it is known. */
  saves?: readonly SaveMeanwhile[]
  /** As it was when this form was opened. */
  before: F
  /** As saved by somebody else meanwhile; undefined = no conflict. */
  theirs: F | undefined
  mine: F
  labelOf: (name: keyof F & string) => string
  /** A value in words. */
  textOf?: (name: keyof F & string, value: unknown) => string
  /** Saves this, on top of theirs. */
  onSave: (values: F) => void
  onClose: () => void
}

/** Two people, one thing: who comes second sees what the first did, field by field, and loses nothing. */
export const StaleDialog = <F extends object>({
  saves = [],
  before,
  theirs,
  mine,
  labelOf,
  textOf,
  onSave,
  onClose,
}: StaleDialogProps<F>) => {
  const t = useOfficeT()
  const titleId = useId()
  const [choices, setChoices] = useState<Partial<Record<string, Choice>>>({})
  const single = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return t('none')
    return typeof value === 'boolean' ? t(value ? 'yes' : 'no') : String(value as string | number)
  }
  const inWords = (name: keyof F & string, value: unknown): string => {
    if (textOf) return textOf(name, value)
    return inLines(value, { label: titleCase, value: single })
  }
  const found = theirs ? staleFields(before, theirs, mine) : []
  return (
    <Dialog open={theirs !== undefined} onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="md">
      <DialogTitle id={titleId}>{t('stale.title')}</DialogTitle>
      <DialogContent>
        <SavedBy saves={saves} />
        <p style={{ margin: 0 }}>{t(found.some(isContested) ? 'stale.text' : 'stale.both')}</p>
        <Table>
          <thead>
            <tr>
              {(['field', ...sides] as const).map((head) => (
                <th key={head} scope="col">
                  {t(`stale.${head}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {found.map((field) => (
              <tr key={field.name}>
                <th scope="row">{labelOf(field.name)}</th>
                {sides.map((side) => (
                  <td key={side}>
                    <span className="head" aria-hidden="true">
                      {t(`stale.${side}`)}
                    </span>
                    <div>
                      {inWords(field.name, field[valueOf[side]])}
                      {side === 'yours' && isContested(field) ? (
                        <ToggleButtonGroup
                          exclusive
                          size="small"
                          sx={{ display: 'flex', flexWrap: 'wrap', marginBlockStart: 0.75 }}
                          aria-label={labelOf(field.name)}
                          value={choices[field.name] ?? 'mine'}
                          onChange={(_, choice: Choice | null) => (choice ? setChoices({ ...choices, [field.name]: choice }) : undefined)}
                        >
                          <ToggleButton value="mine">{t('stale.keep')}</ToggleButton>
                          <ToggleButton value="theirs">{t('stale.take')}</ToggleButton>
                        </ToggleButtonGroup>
                      ) : null}
                    </div>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t('stale.back')}
        </Button>
        <Button variant="contained" onClick={() => theirs && onSave(merged(before, theirs, { mine, choices }))}>
          {t('stale.save')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
