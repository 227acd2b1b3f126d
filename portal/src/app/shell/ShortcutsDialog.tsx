import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import { styled } from '@mui/material/styles'
import { useId } from 'react'
import { Kbd } from '#src/kit/Kbd.tsx'
import { type Shortcut, useShortcutList, useSingleKeys } from '#src/kit/shortcuts.ts'
import { useT as useKitT } from '#src/kit/use-t.ts'

/** In as many columns as there is room for, so that all keys are seen at once. */
const Groups = styled('div')(({ theme }) => ({
  columns: '270px 3',
  columnGap: 32,
  '& > section': { breakInside: 'avoid', marginBottom: 16 },
  '& h3': { ...theme.typography.overline, margin: '0 0 2px', color: theme.vars.palette.text.secondary },
  '& dl': { display: 'grid', margin: 0 },
  '& dl > div': {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'center',
    gap: 16,
    minHeight: 32,
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
  },
  '& dt': { order: 2 },
  '& dd': { margin: 0 },
}))
const Hint = styled('p')(({ theme }) => ({ ...theme.typography.caption, margin: '12px 0 0', color: theme.vars.palette.text.secondary }))

/** Every key of the screen behind it. */
export const ShortcutsDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const t = useKitT()
  const titleId = useId()
  const [singleKeys, setSingleKeys] = useSingleKeys()
  const shown = useShortcutList().filter(({ enabled }) => enabled !== false)
  const groupOf = ({ group = t('shortcuts.everywhere') }: Shortcut): string => group
  const groups = [...new Set(shown.map(groupOf))]
  return (
    <Dialog open={open} onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="md">
      <DialogTitle id={titleId}>{t('shortcuts.title')}</DialogTitle>
      <DialogContent>
        <Groups>
          {groups.map((group) => (
            <section key={group}>
              <h3>{group}</h3>
              <dl>
                {shown
                  .filter((one) => groupOf(one) === group)
                  .map(({ keys, label }) => (
                    <div key={keys}>
                      <dt>
                        <Kbd keys={keys} />
                      </dt>
                      <dd>{label}</dd>
                    </div>
                  ))}
              </dl>
            </section>
          ))}
        </Groups>
        <Hint>{t('shortcuts.hint')}</Hint>
        <FormControlLabel
          control={<Checkbox checked={singleKeys} onChange={(_event, on) => setSingleKeys(on)} />}
          label={t('shortcuts.single')}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          {t('close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
