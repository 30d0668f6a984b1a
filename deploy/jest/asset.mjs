// What a style sheet or picture is to a component under jsdom. Jest maps such imports here, and they are default imports.
export default 'asset';
