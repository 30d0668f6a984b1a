// Stands for style sheets and pictures under jsdom: Jest maps their (default) imports to this file.
export default 'asset';
