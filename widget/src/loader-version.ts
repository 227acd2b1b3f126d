/** Of `/widget.js`: the first number is what it promises to pages it stands on, the second counts what came since. */
export const loaderVersion = '1.2'
