import { mdiChevronDown } from '@mdi/js'
import FormControl from '@mui/material/FormControl'
import FormHelperText from '@mui/material/FormHelperText'
import InputLabel, { type InputLabelProps } from '@mui/material/InputLabel'
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput'
import { styled } from '@mui/material/styles'
import { type ReactNode, useId } from 'react'
import { Icon } from './Icon.tsx'

const Input = styled(OutlinedInput)(({ theme }) => ({
  // What is only there to be read is no place to write.
  '&.MuiInputBase-readOnly': { backgroundColor: theme.vars.palette.ground.hover, '& fieldset': { borderStyle: 'dashed' } },
  '& input:placeholder-shown': { textOverflow: 'ellipsis' },
  '& select': { appearance: 'none', paddingRight: 34, cursor: 'pointer', textOverflow: 'ellipsis' },
  // The list a browser opens takes its colours from here.
  '& option': { backgroundColor: theme.vars.palette.background.paper, color: theme.vars.palette.text.primary },
  '& select + svg': { position: 'absolute', right: 10, pointerEvents: 'none', color: theme.vars.palette.text.secondary },
}))

type HtmlInput = NonNullable<OutlinedInputProps['inputProps']>
export type TextFieldProps = Omit<OutlinedInputProps, 'label' | 'slots' | 'slotProps' | 'inputProps' | 'inputComponent' | 'notched'> & {
  label?: ReactNode
  /** What to know about it, or with `error` what is wrong with it. */
  helperText?: ReactNode
  /** A choice from `children`, by the list the device itself offers: the best one on a phone, and typed into on a keyboard. */
  select?: boolean
  children?: ReactNode
  slotProps?: { htmlInput?: HtmlInput; input?: Partial<OutlinedInputProps>; inputLabel?: InputLabelProps; select?: { native: true } }
}

/** A field with its label above. MUI's own TextField brings menus, popovers and two more kinds of input along: 18 kB for nothing used here. */
export const TextField = ({ label, helperText, select = false, slotProps, className, sx, style, children, ...input }: TextFieldProps) => {
  const ownId = useId()
  const id = input.id ?? ownId
  const { error = false, required = false, disabled = false } = input
  return (
    <FormControl fullWidth className={className} sx={sx} style={style} error={error} required={required} disabled={disabled}>
      {label ? (
        <InputLabel {...slotProps?.inputLabel} htmlFor={id}>
          {label}
        </InputLabel>
      ) : null}
      <Input
        {...input}
        {...slotProps?.input}
        {...(select ? { inputComponent: 'select' as never, endAdornment: <Icon path={mdiChevronDown} /> } : {})}
        id={id}
        aria-describedby={helperText ? `${id}-help` : undefined}
        inputProps={{ ...slotProps?.htmlInput, ...(select ? { children } : {}) }}
      />
      {helperText ? <FormHelperText id={`${id}-help`}>{helperText}</FormHelperText> : null}
    </FormControl>
  )
}
