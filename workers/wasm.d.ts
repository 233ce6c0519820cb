/** The address of a file of the build. */
declare module '*?url' {
  const url: string;
  export default url;
}
