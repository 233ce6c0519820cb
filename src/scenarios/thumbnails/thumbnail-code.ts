/** The code of the small pictures of scenarios: one letter for each height, from 0 to 63. */
export const HEIGHT_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
