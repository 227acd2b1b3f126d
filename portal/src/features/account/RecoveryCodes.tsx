import { mdiContentCopy, mdiPrinterOutline, mdiTrayArrowDown } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { brand } from '#src/api/brand.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { saveFile } from '#src/kit/save-file.ts'
import { StepDialog } from './StepDialog.tsx'
import { useT } from './use-t.ts'

const Codes = styled('ol')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr))',
  gap: '6px 16px',
  margin: 0,
  padding: theme.spacing(2),
  listStyle: 'none',
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.ground.sunken,
  fontFamily: 'ui-monospace, monospace',
  fontSize: '0.9375rem',
  letterSpacing: '0.04em',
}))
const Acts = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8 })

/** A page of its own for the printer: nothing but what it is for, and the codes. */
const print = (title: string, codes: readonly string[]): void => {
  const frame = document.createElement('iframe')
  frame.style.cssText = 'position:fixed;inset-inline-end:0;bottom:0;width:0;height:0;border:0'
  frame.setAttribute('aria-hidden', 'true')
  document.body.append(frame)
  const page = frame.contentDocument!
  page.title = title
  const heading = page.createElement('h1')
  heading.textContent = title
  const list = page.createElement('pre')
  list.textContent = codes.join('\n')
  page.body.append(heading, list)
  frame.contentWindow!.addEventListener('afterprint', () => frame.remove())
  frame.contentWindow!.focus()
  frame.contentWindow!.print()
}

const download = (title: string, codes: readonly string[]): void => {
  const name = `${brand.name.toLowerCase().replaceAll(/\W+/g, '-')}-recovery-codes.txt`
  saveFile(name, [`${title}\n\n${codes.join('\n')}\n`], 'text/plain')
}

/** AC9: shown this once; the server keeps only what recognises them. */
export const RecoveryCodes = ({ codes, email, onClose }: { codes: readonly string[]; email: string; onClose: () => void }) => {
  const t = useT()
  const [copied, setCopied] = useState<'copied' | 'failed'>()
  const title = t('codes.file', { brand: brand.name, email })
  const copy = (): void => {
    // Without https a browser has no clipboard to offer.
    Promise.resolve(navigator.clipboard?.writeText(codes.join('\n')) ?? Promise.reject(new Error('no clipboard')))
      .then(() => setCopied('copied'))
      .catch(() => setCopied('failed'))
  }
  return (
    <StepDialog title={t('codes.title')} action={t('codes.kept')} keep onAction={onClose} onClose={onClose}>
      <p>{t('codes.text')}</p>
      <Codes aria-label={t('codes.title')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Codes>
      <Acts>
        <Button size="small" variant="outlined" color="inherit" startIcon={<Icon path={mdiContentCopy} size={16} />} onClick={copy}>
          {t('codes.copy')}
        </Button>
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          startIcon={<Icon path={mdiTrayArrowDown} size={16} />}
          onClick={() => download(title, codes)}
        >
          {t('codes.download')}
        </Button>
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          startIcon={<Icon path={mdiPrinterOutline} size={16} />}
          onClick={() => print(title, codes)}
        >
          {t('codes.print')}
        </Button>
      </Acts>
      <output>{copied ? t(`codes.${copied}`) : null}</output>
    </StepDialog>
  )
}
